"""oEmbed: what a site asks that turns a link into a frame (https://oembed.com)."""

from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import Resolver404, resolve, reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.tables.providers import puzzle_board
from games.tables.selectors import seen

AN_HOUR = 60 * 60
WIDTH, LEAST = 400, 240
EXTRA = 110
"""Pixels above and below the board of a game: names, state and link."""
HAND = 230
"""Pixels that a hand of cards takes more, in a frame of the usual width."""
GAMES = ("table", "replay", "replay_at")
"""The pages of a table whose links become its frame."""


@dataclass(frozen=True, slots=True)
class Framed:
    """What a link becomes: the path of a frame, its title and its size."""

    path: str
    title: str
    width: int
    height: int

    @property
    def html(self) -> str:
        """The frame, to be put into a page."""
        return format_html(
            '<iframe src="{}" title="{}" width="{}" height="{}" loading="lazy"'
            ' frameborder="0" allowfullscreen></iframe>',
            settings.SITE_URL + self.path,
            self.title,
            self.width,
            self.height,
        )


def game_frame(number: int, width: int = WIDTH) -> Framed:
    """Return the frame of a public table."""
    title = _("Game %(game)s") % {"game": number}
    height = width * 336 // 320 + EXTRA
    return Framed(reverse("embed_game", args=[number]), f"{title} · Zenith", width, height)


def puzzle_frame(width: int = WIDTH) -> Framed:
    """Return the frame of the puzzle of the day."""
    height = (width * 336 + WIDTH * HAND) // 320 + EXTRA
    return Framed(
        reverse("embed_daily_puzzle"), _("Puzzle of the day") + " · Zenith", width, height
    )


@require_safe
@cache_control(max_age=AN_HOUR)
def oembed(request: HttpRequest) -> HttpResponse:
    """Describe the frame of a link to this site: `?url=`, `maxwidth` and `maxheight`."""
    if request.GET.get("format", "json") != "json":
        return HttpResponse(status=501)
    framed = _framed(request.GET.get("url", ""), _most(request, "maxwidth", WIDTH))
    framed = replace(framed, height=_most(request, "maxheight", framed.height))
    data = {
        "version": "1.0",
        "type": "rich",
        "provider_name": "Zenith",
        "provider_url": f"{settings.SITE_URL}/",
        "title": framed.title,
        "cache_age": AN_HOUR,
        "width": framed.width,
        "height": framed.height,
        "html": framed.html,
    }
    response = JsonResponse(data)
    response["Access-Control-Allow-Origin"] = "*"
    return response


def _framed(url: str, width: int) -> Framed:
    """Return the frame of an address; raises `Http404` for what is not for everyone."""
    if not url.startswith(f"{settings.SITE_URL}/"):
        raise Http404
    try:
        match = resolve(urlsplit(url).path)
    except (Resolver404, ValueError) as error:
        raise Http404 from error
    if match.url_name in GAMES:
        table = seen(None, match.kwargs["pk"])
        return game_frame(table.game.pk, width)
    puzzle = puzzle_board(None)
    if puzzle is not None and match.route in ("puzzles/", puzzle.path.lstrip("/")):
        return puzzle_frame(width)
    raise Http404


def _most(request: HttpRequest, name: str, usual: int) -> int:
    """Return the usual size, or less if the asking site has less room."""
    given = request.GET.get(name, "")
    most = int(given[:9]) if given.isascii() and given.isdecimal() else usual
    return max(LEAST, min(usual, most))
