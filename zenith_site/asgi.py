"""What an ASGI server serves: pages, and the sockets that tell pages to look again."""

import os
from typing import Any
from urllib.parse import urlsplit

from zenith_site.handler import get_pages

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zenith_site.settings")
_pages = get_pages()

# What follows needs Django to be set up.
from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import WebsocketDenier  # noqa: E402
from django.conf import settings  # noqa: E402
from django.http.request import split_domain_port, validate_host  # noqa: E402

from games.routing import websocket_urlpatterns  # noqa: E402


def own_origin(origin: str, host: str) -> bool:
    """Whether a page of this site asks: from SITE_URL, or from the allowed host that it asks."""
    if origin.rstrip("/").lower() == settings.SITE_URL.lower():
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    domain, _port = split_domain_port(host)
    return (
        parts.scheme in ("http", "https")
        and parts.netloc.lower() == host.lower()
        and validate_host(domain, settings.ALLOWED_HOSTS)
    )


class OwnOrigin:
    """Refuses sockets that a page of another site opens (its browser would send our cookies)."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        """Pass on what comes from our own pages."""
        headers = {name: value.decode("latin1") for name, value in scope["headers"]}
        own = own_origin(headers.get(b"origin", ""), headers.get(b"host", ""))
        inner = self.inner if own else WebsocketDenier()
        return await inner(scope, receive, send)


async def lifespan(scope: Any, receive: Any, send: Any) -> None:
    """Say that nothing needs to be prepared or put away."""
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return


application = ProtocolTypeRouter(
    {
        "http": _pages,
        "websocket": OwnOrigin(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))),
        "lifespan": lifespan,
    }
)
