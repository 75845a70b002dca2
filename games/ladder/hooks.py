"""What the rest of the site asks of ladder: see `games.contests`, which calls each of these."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from accounts.models import User
from games.models import Game, Seat
from games.notices import Line, News


def ended(game: Game, seats: Sequence[Seat], lost: Sequence[int], now: datetime) -> None:
    """Count a game of ours that has just ended."""


def annulled(game: Game, now: datetime) -> None:
    """A finished game of ours has been taken back by those who run the site."""


def left(user: User, now: datetime) -> None:
    """Somebody's account is about to be deleted."""


def export(user: User) -> Any:
    """Return what we keep of a person, as JSON."""
    return []


def home(user: User, now: datetime) -> list[Line]:
    """Return what somebody should see of us on their home page, in one query as a rule."""
    return []


def about(game: Game) -> Line | None:
    """Return what a game of ours is played for, in one query."""
    return None


def news(data: Mapping[str, Any]) -> News:
    """Return a nudge of ours in words, in the language of this moment."""
    raise NotImplementedError


def gone(data: Mapping[str, Any]) -> bool:
    """Whether a nudge of ours is of no interest any more."""
    return False
