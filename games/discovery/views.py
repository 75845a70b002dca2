"""The sitemap, the icon at its usual place, well-known addresses, pictures for cards of links."""

from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.contrib.sitemaps import views as sitemaps
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.models import User
from common.indexing import SECTIONS
from common.made_once import answer, digest_of
from games.notifications import png_process
from games.notifications.board_image import face_picture, picture
from games.portraits.faces import face_of
from games.tables.providers import puzzle_board

A_DAY = 24 * 60 * 60
AN_HOUR = 60 * 60
ZOOM = 3
"""Pixels for a unit of a picture of a board."""
FACE_ZOOM = 15
STATED_FOR = timedelta(days=180)
"""How far in the future security.txt says that it expires."""


@require_safe
@cache_control(max_age=AN_HOUR)
def sitemap_index(request: HttpRequest) -> HttpResponse:
    """The list of the sitemap's files."""
    response: HttpResponse = sitemaps.index(
        request, dict(SECTIONS), sitemap_url_name="sitemap_section"
    )
    return response


@require_safe
@cache_control(max_age=AN_HOUR)
def sitemap_section(request: HttpRequest, section: str) -> HttpResponse:
    """A file of the sitemap: a thousand pages of one section."""
    response: HttpResponse = sitemaps.sitemap(request, dict(SECTIONS), section)
    return response


@require_safe
@cache_control(max_age=A_DAY, public=True)
def favicon(request: HttpRequest) -> HttpResponse:
    """The icon for programs that look for it here, without reading a page."""
    icon = (settings.BASE_DIR / "static/img/favicon.ico").read_bytes()
    return HttpResponse(icon, content_type="image/x-icon")


@require_safe
def change_password(request: HttpRequest) -> HttpResponse:
    """Lead password managers to the form that changes the password."""
    return redirect("account_change_password")


@require_safe
@cache_control(max_age=A_DAY, public=True)
def security(request: HttpRequest) -> HttpResponse:
    """Where to report a security problem (RFC 9116), if the operator has named a contact."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    day = timezone.now().astimezone(UTC).date() + STATED_FOR
    expires = datetime(day.year, day.month, day.day, tzinfo=UTC)
    lines = {
        "Contact": settings.SECURITY_CONTACT,
        "Expires": f"{expires:%Y-%m-%dT%H:%M:%SZ}",
        "Preferred-Languages": ", ".join(code for code, _name in settings.LANGUAGES),
        "Canonical": settings.SITE_URL + reverse("security_txt"),
    }
    text = "".join(f"{name}: {value}\n" for name, value in lines.items())
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


@require_safe
def player_picture(request: HttpRequest, username: str) -> HttpResponse:
    """The face of a player as PNG."""
    player = get_object_or_404(User, username__iexact=username, is_active=True)
    face = face_of(player)
    return answer(
        request,
        digest_of("face", face.agent, face.planet),
        lambda: png_process.draw(face_picture(face), FACE_ZOOM),
        "image/png",
        is_public=True,
        is_slow=True,
    )


@require_safe
def puzzle_picture(request: HttpRequest, number: int) -> HttpResponse:
    """The board of a puzzle as PNG, as the seat that has the turn sees it, without its hand."""
    puzzle = puzzle_board(number)
    if puzzle is None:
        raise Http404
    return answer(
        request,
        digest_of("puzzle", puzzle.number),
        lambda: png_process.draw(picture(puzzle.view, puzzle.seats, puzzle.seat).svg, ZOOM),
        "image/png",
        is_public=True,
        is_slow=True,
    )
