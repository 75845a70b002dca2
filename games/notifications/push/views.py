"""Where notifications go: this browser and webhooks.

And what a browser needs for that: the service worker with its page, and the manifest of the site as
an app.
"""

import json

from allauth.core import ratelimit
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from accounts.middleware import LastSeenMiddleware
from accounts.refusals import Refused
from accounts.requests import SignedInRequest, freshly_signed_in, signed_in
from games.notifications import subscriptions
from games.notifications.forms import WebhookForm
from games.notifications.views import preferences
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
    said = {
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
    return JsonResponse(said, content_type="application/manifest+json")


@require_POST
@signed_in
def subscribe(request: SignedInRequest) -> HttpResponse:
    """Send pushes to the browser whose subscription is posted as JSON."""
    posted, agent = _json(request), request.headers.get("User-Agent", "")
    browser = subscriptions.add_browser(
        request.user, posted, browser_of(agent), _device_of(request)
    )
    subscriptions.note_browser(request.session, browser)
    return HttpResponse(status=204)


@require_POST
@signed_in
def unsubscribe(request: SignedInRequest) -> HttpResponse:
    """Stop pushes to the browser whose endpoint is posted as JSON.

    With `"logout": true` only until its user logs in there again.
    """
    match _json(request):
        case {"endpoint": str(endpoint), "logout": True}:
            subscriptions.rest_browser(request.user, endpoint, _device_of(request))
        case {"endpoint": str(endpoint)}:
            subscriptions.remove_browser(request.user, endpoint=endpoint)
    return HttpResponse(status=204)


@csrf_exempt  # a service worker has no token; the old endpoint says who may
@require_POST
def change(request: HttpRequest) -> HttpResponse:
    """Replace the subscription of a browser: `{"old": endpoint, "new": subscription}`."""
    match _json(request):
        case {"old": str(old), "new": new}:
            subscriptions.change_browser(old, new)
        case _:
            raise Refused(_("The browser's subscription is incomplete."), 422)
    return HttpResponse(status=204)


def _json(request: HttpRequest) -> object:
    """Return the posted JSON; raises `Refused`: 400, 415, 429."""
    _refuse_flood(request, "push")
    if request.content_type != "application/json":
        raise Refused(_("Post JSON to this address."), 415)
    try:
        return json.loads(request.body)
    except (ValueError, RecursionError) as error:
        raise Refused(_("This is not valid JSON."), 400) from error


def _device_of(request: HttpRequest) -> str:
    return request.COOKIES.get(LastSeenMiddleware.DEVICE, "")


def _refuse_flood(request: HttpRequest, action: str) -> None:
    """Raise `Refused`, 429, if too much comes from one address (`ACCOUNT_RATE_LIMITS`)."""
    if not ratelimit.consume(request, action=action):
        raise Refused(_("Too many requests from your IP address. Try again later."), 429)


def browser_of(agent: str) -> str:
    """Return a short name of a browser and its system; nothing for a strange one."""
    names = ("Edg", "OPR", "Firefox", "Chrome", "Safari")
    systems = ("Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux")
    said = {"Edg": "Edge", "OPR": "Opera", "Mac OS": "macOS"}
    found = (next((each for each in each_of if each in agent), "") for each_of in (names, systems))
    return " · ".join(said.get(each, each) for each in found if each)


@require_POST
@signed_in
def remove_browser(request: SignedInRequest, pk: int) -> HttpResponse:
    """Stop pushes to one of my browsers."""
    subscriptions.remove_browser(request.user, pk)
    return redirect(_back("push"))


@require_POST
@freshly_signed_in
def add_webhook(request: SignedInRequest) -> HttpResponse:
    """Add a webhook."""
    form, status = WebhookForm(request.POST), 422
    if form.is_valid():
        try:
            _refuse_flood(request, "webhook")
            subscriptions.add_webhook(request.user, **form.cleaned_data)
        except Refused as refused:
            form.add_error("url", str(refused))
            status = refused.status
        else:
            messages.success(request, _("Webhook added. Send a test to see whether it works."))
            return redirect(_back("webhooks"))
    return preferences.page(request, request.user, webhook=form, status=status)


@require_POST
@signed_in
def restart_webhook(request: SignedInRequest, pk: int) -> HttpResponse:
    """Restart one of my webhooks."""
    subscriptions.restart_webhook(request.user, pk)
    return redirect(_back("webhooks"))


@require_POST
@signed_in
def remove_webhook(request: SignedInRequest, pk: int) -> HttpResponse:
    """Remove one of my webhooks."""
    subscriptions.remove_webhook(request.user, pk)
    return redirect(_back("webhooks"))


def _back(part: str) -> str:
    return f"{reverse('notifications')}#{part}"
