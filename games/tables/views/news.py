"""News of a user's games for the banner of an open page, and the way to the next game."""

from dataclasses import dataclass

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.requests import SignedInRequest, signed_in
from games.tables import occasions, selectors
from games.tables.models import Game
from games.tables.previews import side_name
from games.tables.seats import acting_seat, waits_for

MOST_NEWS = 20
"""Games of which a page can ask at once."""


@dataclass(frozen=True, slots=True)
class NewsLine:
    """A line of the banner."""

    text: str
    path: str


@never_cache
@require_safe
@signed_in
def news(request: SignedInRequest) -> HttpResponse:
    """The banner: the games `?started=` and those that wait, `?turn=`, as far as it is true."""
    started, turns = _numbers(request, "started"), _numbers(request, "turn")
    games = selectors.running(request.user, {*started, *turns})
    lines = [_start(game, request.user) for game in games if game.pk in started]
    waiting = [game for game in games if game.pk in turns and _waits(game, request.user)]
    waiting = [game for game in waiting if game.pk not in started]
    if len(waiting) == 1:
        words = {"name": _opponents(waiting[0], request.user)}
        lines.append(NewsLine(_("Your turn against %(name)s.") % words, _path(waiting[0])))
    elif waiting:
        count = len(waiting)
        text = ngettext("Your turn in %(n)s game.", "Your turn in %(n)s games.", count)
        lines.append(NewsLine(text % {"n": count}, reverse("next_game")))
    return render(request, "tables/_banner.html", {"news": lines})


@never_cache
@require_safe
@signed_in
def next_game(request: SignedInRequest) -> HttpResponseRedirect:
    """Lead to the game that waits for the user with the least time left, but not to `?after=`."""
    after = request.GET.get("after", "")
    game = selectors.next_game(request.user, int(after) if after.isdecimal() else None)
    return redirect("/") if game is None else redirect("table", game)


def _numbers(request: SignedInRequest, name: str) -> set[int]:
    texts = request.GET.getlist(name)[:MOST_NEWS]
    return {int(text) for text in texts if text.isascii() and text.isdigit() and len(text) < 16}


def _waits(game: Game, user: User) -> bool:
    seat = acting_seat(list(game.seats.all()), user)
    return seat is not None and waits_for(seat, user)


def _start(game: Game, user: User) -> NewsLine:
    words = {"name": _opponents(game, user)}
    return NewsLine(str(occasions.get(game.occasion).news) % words, _path(game))


def _opponents(game: Game, user: User) -> str:
    seats = list(game.seats.all())
    acting = acting_seat(seats, user)
    return side_name(seats, 1 - acting.side if acting else 1)


def _path(game: Game) -> str:
    return game.get_absolute_url()
