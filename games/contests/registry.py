"""What games may be played for besides themselves: the one place that knows all contests.

A game that the site starts for a contest has an `Occasion`; the contest keeps a row that leads from
the game to what is at stake. Each subject answers the same questions in its `hooks`. They are
called with the row of a game locked; whoever holds rows of a contest locks no game that has
started, so that nobody waits for somebody who waits for them.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import ModuleType
from typing import Any

from django.db.models.expressions import Combinable

from accounts.models import User
from games.fairplay import hooks as fairplay
from games.ladder import hooks as ladder
from games.matchmaking import hooks as finding
from games.seasons import hooks as seasons
from games.tables.models import Game, Occasion, Seat
from games.tables.notices import Line, News
from games.tournaments import hooks as tournaments

_OF: dict[str, ModuleType] = {
    Occasion.LADDER: ladder,
    Occasion.SEASON: seasons,
    Occasion.TOURNAMENT: tournaments,
}
FAIR_PLAY = "fairplay"
"""No contest, but what moderators tell people goes the same way."""
_ALL: dict[str, ModuleType] = {Occasion.FOUND: finding, **_OF}


def ended(game: Game, seats: Sequence[Seat], now: datetime, lost: Sequence[int] = ()) -> None:
    """Count a game for what it was played for, in the transaction in which it ends.

    `game` is finished, or broken off. `lost`: the sides that let their time pass; where nobody had
    begun or the game was annulled for the ratings, the contest has a loser all the same.
    """
    if contest := _OF.get(game.occasion):
        contest.ended(game, seats, lost, now)


def annulled(game: Game, now: datetime) -> None:
    """Take back what a finished game was played for, as far as its contest does."""
    if contest := _OF.get(game.occasion):
        contest.annulled(game, now)


def about(game: Game) -> Line | None:
    """Return what a game is played for: nothing for most."""
    contest = _OF.get(game.occasion)
    return None if contest is None else contest.about(game)


def home(user: User, now: datetime) -> list[Line]:
    """Return what somebody should see of contests and searches on their home page."""
    return [line for each in _ALL.values() for line in each.home(user, now)]


def marks(now: datetime) -> dict[str, Combinable]:
    """Return what a query for people takes along, so that `standing` needs none of its own."""
    return {name: mark for each in _OF.values() for name, mark in each.marks(now).items()}


def standing(user: User, now: datetime) -> list[Line]:
    """Return where somebody stands who was asked for with `marks`, as their profile says."""
    return [line for each in _OF.values() for line in each.standing(user, now)]


def leave_all(user: User, now: datetime) -> None:
    """Take somebody out of everything before their account is deleted."""
    for each in (*_ALL.values(), fairplay):
        each.left(user, now)


def export(user: User) -> dict[str, Any]:
    """Return what the contests keep of a person, as JSON."""
    return {
        "searches": finding.export(user),
        "ladders": ladder.export(user),
        "seasons": seasons.export(user),
        "tournaments": tournaments.export(user),
        "fair_play": fairplay.export(user),
    }


def news(data: Mapping[str, Any]) -> News:
    """Return in words a notification without a table; its `data` has the occasion under "of".

    Raises `Http404` if what it was about is not there any more.
    """
    said: News = _of(data).news(data)
    return said


def is_gone(data: Mapping[str, Any]) -> bool:
    """Whether a notification without a table is of no interest any more."""
    return bool(_of(data).gone(data))


def _of(data: Mapping[str, Any]) -> ModuleType:
    return fairplay if data["of"] == FAIR_PLAY else _ALL[data["of"]]
