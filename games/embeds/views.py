"""Pages that other sites frame and streams show: a game, and the puzzle of the day.

They are made for a visitor, whoever asks: no session is read, and no cookie is set. They are the
only pages of the site that can be framed.
"""

from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import wraps
from typing import Any, Concatenate

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.csp import CSP
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.csp import csp_override
from django.views.decorators.http import require_safe

from common.made_once import digest_of, made
from engine.public_types import View
from games.embeds.moments import PublicMoment, latest, moment_at
from games.notifications.board_image import picture
from games.tables.page import outcome_sentence
from games.tables.previews import side_name
from games.tables.providers import puzzle_board
from games.tables.selectors import Seen, seen

EVERY, EVERY_IN_A_STREAM = 10, 3
"""Seconds after which a page looks for a new move."""
LONGEST_DELAY = 3600
KEPT = 600
"""Seconds for which a process keeps a page; its moment never changes."""
ANYWHERE: Mapping[str, Any] = {
    **settings.SECURE_CSP,
    "frame-ancestors": ["*"],
    "form-action": [CSP.NONE],
}


def framed_anywhere[**P](
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Let any site frame what a view answers; a decorator. Pages about errors stay unframed."""

    @wraps(view)
    def framed(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        return view(request, *args, **kwargs)

    allowed: Callable[Concatenate[HttpRequest, P], HttpResponse] = require_safe(
        xframe_options_exempt(csp_override(ANYWHERE)(framed))
    )
    return allowed


@framed_anywhere
def game(request: HttpRequest, pk: int) -> HttpResponse:
    """The board of a public table now, as spectators see it."""
    table = seen(None, pk)
    return _show(request, table, latest(table.game), "embeds/game.html", EVERY)


@framed_anywhere
def overlay(request: HttpRequest, pk: int) -> HttpResponse:
    """The board for a stream, large and without a ground, as it was `?delay=` seconds ago."""
    given = request.GET.get("delay", "0")
    if not (given.isascii() and given.isdecimal()):
        raise Http404
    delay = min(int(given[:9]), LONGEST_DELAY)
    table = seen(None, pk)
    moment = moment_at(table.game, timezone.now() - timedelta(seconds=delay))
    return _show(request, table, moment, "embeds/overlay.html", EVERY_IN_A_STREAM)


@framed_anywhere
def daily_puzzle(request: HttpRequest) -> HttpResponse:
    """The puzzle of the day: the board and the hand of the seat that has the turn."""
    puzzle = puzzle_board(None)
    if puzzle is None:
        raise Http404

    def draw() -> str:
        drawn = picture(puzzle.view, puzzle.seats, puzzle.seat, with_hand=True)
        context = {
            "puzzle": puzzle,
            "svg": mark_safe(drawn.svg),
            "says": drawn.says,
            "link": settings.SITE_URL + puzzle.path,
        }
        return render_to_string("embeds/puzzle.html", context)

    return _answer(request, digest_of("embedded puzzle", puzzle.number), draw)


def _show(
    request: HttpRequest, table: Seen, moment: PublicMoment | None, template: str, every: int
) -> HttpResponse:
    """Answer with a moment of a game; the page asks again after `every` seconds until the end."""
    game, names = table.game, [side_name(table.seats, side) for side in (0, 1)]
    ended = (game.ending, game.winner) if moment is not None and moment.is_over else ()
    facts = (template, game.pk, moment, game.sealed, names, ended)

    def draw() -> str:
        context: dict[str, object] = {
            "game": game,
            "link": settings.SITE_URL + game.get_absolute_url(),
            "every": every if moment is None or not moment.is_over else 0,
        }
        if moment is not None:
            context |= _moment(table, moment, without_ground=template == "embeds/overlay.html")
            context |= {"below": names[0], "above": names[1]}
        return render_to_string(template, context)

    return _answer(request, digest_of("embedded game", *facts), draw)


def _moment(table: Seen, moment: PublicMoment, *, without_ground: bool) -> dict[str, object]:
    """Return the picture of a moment, its words, and who is awaited or has won."""
    view = table.public_view(moment.seq)
    before = table.public_view(moment.seq - 1) if moment.seq else None
    drawn = picture(
        view,
        table.seats,
        None,
        before,
        over=moment.is_over,
        shared=True,
        without_ground=without_ground,
    )
    over = outcome_sentence(table.game, table.seats, None) if moment.is_over else ""
    return {
        "svg": mark_safe(drawn.svg),
        "says": drawn.says,
        "state": over or _awaited(table, view),
    }


def _awaited(table: Seen, view: View) -> str:
    """Return a sentence with the players who were asked in a view."""
    asked = {number for decision in view["pending"] for number in decision["seats"]}
    names = " · ".join(seat.name for seat in table.seats if seat.number in asked)
    return _("Waiting for %(name)s.") % {"name": names} if names else ""


def _answer(request: HttpRequest, digest: str, draw: Callable[[], str]) -> HttpResponse:
    """Answer with a page that is made once, or with a 304; browsers ask again each time."""
    etag = f'"{digest}"'
    response: HttpResponse | None = get_conditional_response(request, etag=etag)
    if response is None:
        content = made(request, digest, lambda: draw().encode(), seconds=KEPT)
        response = HttpResponse(content)
    response["ETag"] = etag
    response["Cache-Control"] = "no-cache"
    return response
