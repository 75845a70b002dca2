"""Registry of contests and other activities; each registers itself in its `receivers.py`."""

from datetime import datetime

from django.db.models.expressions import Combinable

from accounts.models import User
from common.registry import Registry
from games.contests.base import Activity, Contest
from games.tables import occasions
from games.tables.models import Game
from games.tables.providers import PageLine

_activities = Registry[Activity]("activities")


def register(activity: Activity) -> None:
    """Register an activity and its occasion; a contest also receives the events of its games."""
    occasions.register(activity.occasion)
    _activities.add(activity.occasion.key, activity)


def contest_of(game: Game) -> Contest | None:
    """Return the contest that a game is played for, or `None`."""
    activity = _activities.get(game.occasion)
    return activity if isinstance(activity, Contest) else None


def home(user: User, now: datetime) -> list[PageLine]:
    """Return the lines of all activities on the home page of a user."""
    return [line for activity in _activities.values() for line in activity.home(user, now)]


def takes_part(user: User) -> bool:
    """Whether a user takes part in a contest that is not over."""
    return any(activity.takes_part(user) for activity in _activities.values())


def marks(now: datetime) -> dict[str, Combinable]:
    """Return annotations for a query of users, so that `profile_lines` needs no query."""
    return {
        name: mark
        for activity in _activities.values()
        for name, mark in activity.marks(now).items()
    }


def profile_lines(user: User, now: datetime) -> list[PageLine]:
    """Return the lines on the profile of a user that was queried with `marks`."""
    return [line for activity in _activities.values() for line in activity.profile_lines(user, now)]
