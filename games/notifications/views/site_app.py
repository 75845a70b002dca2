"""The site as an installed app: the service worker with its page, and the manifest."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.portraits import portrait

DARK = "#090c17"
"""The ground of the dark pages, as in `tokens.css`."""


@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """The service worker, at the root so that its scope is the whole site."""
    script = (settings.BASE_DIR / "static/js/sw.js").read_bytes()
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """The page that the service worker keeps and shows without a network."""
    return render(request, "notifications/offline.html", {"drawing": mark_safe(portrait("v3rn3"))})


@require_safe
@cache_control(no_cache=True)
def manifest(request: HttpRequest) -> HttpResponse:
    """The web app manifest: iPhones push to installed sites only."""
    icons = [
        {"src": static("img/logo.svg"), "sizes": "any", "type": "image/svg+xml"},
        *(
            {"src": static(f"img/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
            for size in (192, 512)
        ),
        {
            "src": static("img/icon-512.png"),
            "sizes": "512x512",
            "type": "image/png",
            "purpose": "maskable",
        },
    ]
    manifest = {
        "id": "/",
        "name": "Zenith",
        "short_name": "Zenith",
        "description": _(
            "Play the board game Zenith in the browser, live or by correspondence, "
            "against people and bots. Free, without advertising."
        ),
        "lang": get_language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": DARK,
        "theme_color": DARK,
        "icons": icons,
    }
    return JsonResponse(manifest, content_type="application/manifest+json")
