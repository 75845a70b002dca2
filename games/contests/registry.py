"""The contests and other activities of the site; each registers itself in its `receivers.py`."""

from collections.abc import Mapping
from datetime import datetime
from types import ModuleType
from typing import Any

from django.db.models.expressions import Combinable

from accounts.models import User
from games.contests.base import Activity, Contest
from games.fairplay import hooks as fairplay
from games.ladder import hooks as ladder
from games.matchmaking import hooks as finding
from games.seasons import hooks as seasons
from games.tables.models import Game, Occasion
from games.tables.notices import News
from games.tables.providers import Line
from games.tournaments import hooks as tournaments

_activities: list[Activity] = []
_contests: dict[str, Contest] = {}


def register(activity: Activity) -> None:
    """Add an activity; a contest is asked of the games of its occasion too."""
    _activities.append(activity)
    if isinstance(activity, Contest):
        _contests[activity.occasion] = activity


def contest_of(game: Game) -> Contest | None:
    """Return the contest that a game is played for, if it is for one."""
    return _contests.get(game.occasion)


def home(user: User, now: datetime) -> list[Line]:
    """Return the lines of all activities on the home page of a user."""
    return [line for each in _activities for line in each.home(user, now)]


def marks(now: datetime) -> dict[str, Combinable]:
    """Return annotations for a query of users, so that `standing` needs no query."""
    return {name: mark for each in _activities for name, mark in each.marks(now).items()}


def standing(user: User, now: datetime) -> list[Line]:
    """Return the lines on the profile of a user that was queried with `marks`."""
    return [line for each in _activities for line in each.standing(user, now)]


_NEWS: dict[str, ModuleType] = {
    Occasion.FOUND: finding,
    Occasion.LADDER: ladder,
    Occasion.SEASON: seasons,
    Occasion.TOURNAMENT: tournaments,
    "fairplay": fairplay,
}


def news(data: Mapping[str, Any]) -> News:
    """Return in words a notification without a table; its `data` has the occasion under "of".

    Raises `Http404` if what it was about is not there any more.
    """
    said: News = _NEWS[data["of"]].news(data)
    return said


def is_gone(data: Mapping[str, Any]) -> bool:
    """Whether a notification without a table is of no interest any more."""
    return bool(_NEWS[data["of"]].gone(data))
