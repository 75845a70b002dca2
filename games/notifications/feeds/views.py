"""Feeds at secret addresses, which need no log-in."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response
from django.utils.http import http_date
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import SignedInRequest, freshly_signed_in
from games.notifications.feeds import feeds


@require_safe
@cache_control(private=True, no_cache=True)
def feed(request: HttpRequest, token: str, name: str) -> HttpResponse:
    """Show a feed, or that it is as it was: `turns.ics`, `turns.atom` or `count.json`."""
    user = feeds.owner_of(token)
    if user is None or name not in feeds.FEEDS:
        raise Http404
    with (
        translation.override(user.reads),
        timezone.override(user.zone),
    ):
        lines = feeds.lines_of(user)
        etag, since = feeds.stamp(lines, token, name, timezone.now())
        response: HttpResponse
        match name:
            case "turns.ics":
                response = HttpResponse(
                    feeds.calendar(lines, since), content_type="text/calendar; charset=utf-8"
                )
            case "turns.atom":
                response = HttpResponse(
                    feeds.atom(lines, user, since),
                    content_type="application/atom+xml; charset=utf-8",
                )
            case _:
                response = JsonResponse(feeds.count(lines))
    response["ETag"] = etag
    response["Last-Modified"] = http_date(since.timestamp())
    known = get_conditional_response(request, etag, int(since.timestamp()), response)
    response = known or response
    if name == "count.json":
        response["Access-Control-Allow-Origin"] = "*"
    return response


@require_POST
@freshly_signed_in
def revoke_feeds(request: SignedInRequest) -> HttpResponse:
    """Give my feeds new addresses, or their first ones."""
    feeds.revoke(request.user)
    return redirect(reverse("notifications") + "#feeds")
