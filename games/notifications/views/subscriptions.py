"""Where notifications go: this browser, webhooks, and the addresses of feeds.

And what a browser needs for that: the service worker, and the manifest of the site as an app.
"""

import json
from collections.abc import Callable

from allauth.core import ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from accounts.middleware import LastSeenMiddleware
from accounts.models import User
from accounts.refusals import Refused
from games.notifications import feeds, subscriptions
from games.notifications.forms import WebhookForm
from games.notifications.views import preferences

DARK = "#0b0e1a"
"""The ground of the dark pages, as in `tokens.css`."""


@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """Show the service worker at the root, so that it may speak for the whole site."""
    script = (settings.BASE_DIR / "static/js/sw.js").read_bytes()
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")


@require_safe
@cache_control(no_cache=True)
def manifest(request: HttpRequest) -> HttpResponse:
    """Show how the site is installed: iPhones push to installed sites only."""
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
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": DARK,
        "theme_color": DARK,
        "icons": icons,
    }
    return JsonResponse(said, content_type="application/manifest+json")


@login_required
@require_POST
def subscribe(request: HttpRequest) -> HttpResponse:
    """Send pushes to the browser whose subscription is posted as JSON."""
    assert isinstance(request.user, User)
    user, agent = request.user, request.headers.get("User-Agent", "")
    device = request.COOKIES.get(LastSeenMiddleware.DEVICE, "")

    def add(said: object) -> None:
        browser = subscriptions.add_browser(user, said, browser_of(agent), device)
        subscriptions.note_browser(request.session, browser)

    return _in_json(request, add)


@login_required
@require_POST
def unsubscribe(request: HttpRequest) -> HttpResponse:
    """Send no more pushes to the browser whose endpoint is posted as JSON.

    With `"logout": true` only until its user logs in there again.
    """
    assert isinstance(request.user, User)
    user, device = request.user, request.COOKIES.get(LastSeenMiddleware.DEVICE, "")

    def remove(said: object) -> None:
        match said:
            case {"endpoint": str(endpoint), "logout": True}:
                subscriptions.rest_browser(user, endpoint, device)
            case {"endpoint": str(endpoint)}:
                subscriptions.remove_browser(user, endpoint=endpoint)

    return _in_json(request, remove)


@csrf_exempt  # a service worker has no token; the old endpoint says who may
@require_POST
def change(request: HttpRequest) -> HttpResponse:
    """Take the new subscription of a browser: `{"old": endpoint, "new": subscription}`."""

    def put(said: object) -> None:
        match said:
            case {"old": str(old), "new": new}:
                subscriptions.change_browser(old, new)
            case _:
                raise Refused(_("The browser's subscription is not whole."), 422)

    return _in_json(request, put)


def _in_json(request: HttpRequest, verb: Callable[[object], object]) -> HttpResponse:
    """Call a service with what was posted; answer a script: 204, or why not."""
    try:
        _refuse_flood(request, "push")
        if request.content_type != "application/json":
            raise Refused(_("Only JSON is taken here."), 415)
        try:
            said = json.loads(request.body)
        except (ValueError, RecursionError) as error:
            raise Refused(_("This is not JSON."), 400) from error
        verb(said)
    except Refused as refused:
        return JsonResponse({"sentence": str(refused)}, status=refused.status)
    return HttpResponse(status=204)


def _refuse_flood(request: HttpRequest, action: str) -> None:
    """Raise `Refused`, 429, if too much comes from one address (`ACCOUNT_RATE_LIMITS`)."""
    if not ratelimit.consume(request, action=action):
        raise Refused(_("Too many requests from your address. Wait a while."), 429)


def browser_of(agent: str) -> str:
    """Return a short name of a browser and its system; nothing for a strange one."""
    names = ("Edg", "OPR", "Firefox", "Chrome", "Safari")
    systems = ("Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux")
    said = {"Edg": "Edge", "OPR": "Opera", "Mac OS": "macOS"}
    found = (next((each for each in each_of if each in agent), "") for each_of in (names, systems))
    return " · ".join(said.get(each, each) for each in found if each)


@login_required
@require_POST
def remove_browser(request: HttpRequest, pk: int) -> HttpResponse:
    """Send no more pushes to one of my browsers."""
    assert isinstance(request.user, User)
    subscriptions.remove_browser(request.user, pk)
    return redirect(_back("push"))


@login_required
@require_POST
def add_webhook(request: HttpRequest) -> HttpResponse:
    """Post to an address of mine."""
    assert isinstance(request.user, User)
    form, status = WebhookForm(request.POST), 422
    if form.is_valid():
        try:
            _refuse_flood(request, "webhook")
            subscriptions.add_webhook(request.user, **form.cleaned_data)
        except Refused as refused:
            form.add_error("url", str(refused))
            status = refused.status
        else:
            said = _("The webhook is added. Send a test to see whether it works.")
            messages.success(request, said)
            return redirect(_back("webhooks"))
    return preferences.page(request, request.user, webhook=form, status=status)


@login_required
@require_POST
def restart_webhook(request: HttpRequest, pk: int) -> HttpResponse:
    """Post to one of my webhooks again."""
    assert isinstance(request.user, User)
    subscriptions.restart_webhook(request.user, pk)
    return redirect(_back("webhooks"))


@login_required
@require_POST
def remove_webhook(request: HttpRequest, pk: int) -> HttpResponse:
    """Post to one of my webhooks no more."""
    assert isinstance(request.user, User)
    subscriptions.remove_webhook(request.user, pk)
    return redirect(_back("webhooks"))


@login_required
@require_POST
def revoke_feeds(request: HttpRequest) -> HttpResponse:
    """Give my feeds other addresses, or their first ones."""
    assert isinstance(request.user, User)
    feeds.revoke(request.user)
    return redirect(_back("feeds"))


def _back(part: str) -> str:
    return f"{reverse('notifications')}#{part}"
