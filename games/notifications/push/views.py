"""Views of browsers that subscribe to pushes."""

import json

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from accounts.middleware import LastSeenMiddleware
from accounts.requests import SignedInRequest, signed_in
from common.refusals import Refused
from games.notifications.addresses import refuse_flood
from games.notifications.push import browsers


@require_POST
@signed_in
def subscribe(request: SignedInRequest) -> HttpResponse:
    """Send pushes to the browser whose subscription is posted as JSON."""
    posted, agent = _json(request), request.headers.get("User-Agent", "")
    browser = browsers.add_browser(request.user, posted, browser_of(agent), _device_of(request))
    browsers.note_browser(request.session, browser)
    return HttpResponse(status=204)


@require_POST
@signed_in
def unsubscribe(request: SignedInRequest) -> HttpResponse:
    """Stop pushes to the browser whose endpoint is posted as JSON.

    With `"logout": true` only until its user logs in there again.
    """
    match _json(request):
        case {"endpoint": str(endpoint), "logout": True}:
            browsers.rest_browser(request.user, endpoint, _device_of(request))
        case {"endpoint": str(endpoint)}:
            browsers.remove_browser(request.user, endpoint=endpoint)
    return HttpResponse(status=204)


@csrf_exempt  # a service worker has no token; the old endpoint says who may
@require_POST
def change(request: HttpRequest) -> HttpResponse:
    """Replace the subscription of a browser: `{"old": endpoint, "new": subscription}`."""
    match _json(request):
        case {"old": str(old), "new": new}:
            browsers.change_browser(old, new)
        case _:
            raise Refused(_("The browser's subscription is incomplete."), 422)
    return HttpResponse(status=204)


def _json(request: HttpRequest) -> object:
    """Return the posted JSON; raises `Refused`: 400, 415, 429."""
    refuse_flood(request, "push")
    if request.content_type != "application/json":
        raise Refused(_("Post JSON to this address."), 415)
    try:
        return json.loads(request.body)
    except (ValueError, RecursionError) as error:
        raise Refused(_("This is not valid JSON."), 400) from error


def _device_of(request: HttpRequest) -> str:
    return request.COOKIES.get(LastSeenMiddleware.DEVICE, "")


def browser_of(agent: str) -> str:
    """Return a short name of a browser and its system; nothing for a strange one."""
    names = ("Edg", "OPR", "Firefox", "Chrome", "Safari")
    systems = ("Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux")
    labels = {"Edg": "Edge", "OPR": "Opera", "Mac OS": "macOS"}
    present = (
        next((name for name in each_of if name in agent), "") for each_of in (names, systems)
    )
    return " · ".join(labels.get(name, name) for name in present if name)


@require_POST
@signed_in
def remove_browser(request: SignedInRequest, pk: int) -> HttpResponse:
    """Stop pushes to one of my browsers."""
    browsers.remove_browser(request.user, pk)
    return redirect(reverse("notifications") + "#push")
