"""The contests and other activities of the site; each registers itself in its `receivers.py`."""

from datetime import datetime

from django.db.models.expressions import Combinable

from accounts.models import User
from games.contests.base import Activity, Contest
from games.tables.models import Game
from games.tables.providers import Line

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
