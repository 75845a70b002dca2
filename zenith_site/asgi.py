"""The ASGI application: pages, and the WebSockets that tell pages to refresh."""

import asyncio
import gc
import logging
import os
from contextlib import suppress
from typing import Any
from urllib.parse import unquote_plus, urlsplit

from zenith_site.handler import get_pages

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zenith_site.settings")
_pages = get_pages()

# What follows needs Django to be set up.
from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.db import database_sync_to_async  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import WebsocketDenier  # noqa: E402
from django.conf import settings  # noqa: E402
from django.db import DatabaseError  # noqa: E402
from django.http import parse_cookie  # noqa: E402
from django.urls import get_resolver  # noqa: E402
from django.utils.module_loading import import_string  # noqa: E402
from redis.exceptions import RedisError  # noqa: E402

from common import database_clock  # noqa: E402
from common.texts import is_odd  # noqa: E402
from games.tables import publishing  # noqa: E402
from games.tables.consumers import TRY_LATER  # noqa: E402
from games.tables.routing import websocket_urlpatterns  # noqa: E402
from games.tables.socket_limit import SocketLimit, connections  # noqa: E402
from zenith_site import deadlines, draining, jinja, open_files, replica, schema  # noqa: E402
from zenith_site.hosts import is_own, without_usual_port  # noqa: E402
from zenith_site.probe import probe  # noqa: E402
from zenith_site.request_limits import has_long_head  # noqa: E402

log = logging.getLogger(__name__)


def own_origin(origin: str, host: str) -> bool:
    """Whether an `Origin` header names this site: SITE_URL, or the allowed host of the request."""
    if origin.rstrip("/").lower() == settings.SITE_URL.lower():
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    host = without_usual_port(host.lower())
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host and is_own(host)


class OwnOrigin:
    """Middleware that refuses WebSockets which no page of this site opens.

    Refused are pages of other sites, whose browser would send our cookies, long headers, and text
    that the database can't store.
    """

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        """Pass on the connections of the site's own pages."""
        headers = {name: value.decode("latin1") for name, value in scope["headers"]}
        if has_long_head(scope):
            return await WebsocketDenier()(scope, receive, send)
        own = own_origin(headers.get(b"origin", ""), headers.get(b"host", ""))
        query = unquote_plus(scope.get("query_string", b"").decode("latin1"))
        odd = is_odd([scope["path"], query, *headers.values(), *_cookies(headers)])
        inner = self.inner if own and not odd else WebsocketDenier()
        return await inner(scope, receive, send)


class LastResort:
    """Middleware that closes a WebSocket whose handler fails, as the HTTP handler answers 500.

    A page may leave at any moment, which is no failure: what is sent after it has left, or after
    the socket was closed, is dropped. The handler is told by `websocket.disconnect`. uvicorn drops
    an `accept` without a word when the page left in the handshake, and then takes what follows for
    a fault of ours.
    """

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        """Run the inner application; no exception leaves."""
        is_accepted = is_over = False

        async def send_if_open(message: dict[str, object]) -> None:
            nonlocal is_accepted, is_over
            if is_over:
                return
            is_over = message["type"] == "websocket.close"
            try:
                await send(message)
                is_accepted |= message["type"] == "websocket.accept"
            except OSError:
                is_over = True
            except RuntimeError:
                if not is_accepted:
                    raise
                is_over = True

        try:
            return await self.inner(scope, receive, send_if_open)
        except (OSError, RedisError, DatabaseError) as error:  # one of them is away
            log.warning("a socket ended: %s", error)
        except Exception:
            log.exception("a socket failed")
        with suppress(Exception):  # it may be closed already
            await send_if_open({"type": "websocket.close", "code": TRY_LATER})


def _cookies(headers: dict[bytes, str]) -> list[str]:
    return list(parse_cookie(headers.get(b"cookie", "")).values())


async def lifespan(scope: Any, receive: Any, send: Any) -> None:
    """Handle the server's lifespan: start if the database fits, end when all hints have left."""
    while True:
        message = await receive()
        trouble = await _trouble() if message["type"] == "lifespan.startup" else ""
        if trouble:
            await send({"type": "lifespan.startup.failed", "message": trouble})
            return
        if message["type"] == "lifespan.startup":
            open_files.raise_limit()
            draining.hold_back(settings.DRAIN_SECONDS)
            deadlines.limit_statements(settings.DATABASE_TIMEOUT)
            probe.start()
            if settings.HAS_REPLICA:
                replica.watch.start()
            _freeze_heap()
        if message["type"] == "lifespan.shutdown":
            await asyncio.to_thread(publishing.flush)
            await asyncio.to_thread(probe.stop)
            await asyncio.to_thread(replica.watch.stop)
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return


def _freeze_heap() -> None:
    """Let full collections leave out what has been imported, and come after some ten answers.

    They came after each one, and a move costs 5 % less. Not while this module is imported, because
    `gc.get_referrers`, which Hypothesis asks, does not see a frozen heap.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@database_sync_to_async
def _trouble() -> str:
    try:
        database_clock.read()
        return schema.trouble()
    except DatabaseError as error:  # it may come back; until then `/readyz` says so
        log.warning("could not look at the database's schema: %s", error)
        return ""


connections.most = open_files.most_sockets
_limited = SocketLimit(URLRouter(websocket_urlpatterns))
_sockets = LastResort(OwnOrigin(AuthMiddlewareStack(_limited)))
if settings.METRICS_TOKEN:
    _sockets = import_string("zenith_site.metrics.sockets.OpenSockets")(_sockets)
application = ProtocolTypeRouter(
    {
        "http": _pages,
        "websocket": _sockets,
        "lifespan": lifespan,
    }
)

# The views and the table's templates, for which the first visitor would wait.
_views = get_resolver().url_patterns
jinja.compile_all()
