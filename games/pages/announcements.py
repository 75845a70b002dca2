"""Site announcements: those shown now, and those that a reader has closed in this browser."""

from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from games.pages.models import SiteAnnouncement

CACHED = 60
"""Seconds for which the announcements are not queried again."""
COOKIE = "closed_announcements"
KEPT = 365 * 24 * 60 * 60
"""Seconds for which a browser remembers what its reader has closed."""


class AnnouncementLine(NamedTuple):
    """An announcement as pages show it."""

    pk: int
    text: str


def current() -> list[AnnouncementLine]:
    """Return the announcements to show now, the oldest first."""
    rows = cache.get("announcement_lines")
    if rows is None:
        now = timezone.now()
        current = SiteAnnouncement.objects.filter(shown_from__lte=now, shown_until__gt=now)
        rows = list(current.order_by("shown_from").values_list("pk", "text"))
        cache.set("announcement_lines", rows, CACHED)
    return [AnnouncementLine(*row) for row in rows]


def closed_in(request: HttpRequest) -> set[str]:
    """Return the ids of the announcements closed in this browser."""
    return set(request.COOKIES.get(COOKIE, "").split("."))


def close(request: HttpRequest, response: HttpResponse, pk: int) -> None:
    """Set the cookie that closes an announcement; ids that are not shown any more are dropped."""
    closed = closed_in(request) | {str(pk)}
    response.set_cookie(
        COOKIE,
        ".".join(str(line.pk) for line in current() if str(line.pk) in closed),
        max_age=KEPT,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
