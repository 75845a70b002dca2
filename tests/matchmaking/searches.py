"""Searches for games, and the games that they have found."""

from datetime import UTC, datetime, timedelta
from typing import Any

from accounts.models import User
from games.clock import BANK, LIVE, Pace
from games.matchmaking.models import GameSearch
from games.matchmaking.searching import search
from games.tables.models import Game, Status

T0 = datetime(2026, 3, 4, 12, tzinfo=UTC)
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
FIVE = LIVE[1]


def looks(user: User, pace: Pace = BANK, now: datetime = T0, **more: Any) -> GameSearch:
    """Search for a game."""
    return search(user, pace, now=now, **more)


def names(game: Game | None) -> set[str]:
    """Return the names of the players of a game."""
    assert game is not None
    return set(game.seats.values_list("user__username", flat=True))


def running() -> list[set[str]]:
    """Return the names of the players of each running game."""
    return [names(game) for game in Game.objects.filter(status=Status.RUNNING)]
