"""What the rest of the site asks of finding a game: see `games.contests`."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from accounts.models import User
from games.notices import Line, News


def left(user: User, now: datetime) -> None:
    """Somebody's account is about to be deleted."""


def export(user: User) -> Any:
    """Return what we keep of a person, as JSON."""
    return []


def home(user: User, now: datetime) -> list[Line]:
    """Return what somebody should see of their searches on their home page."""
    return []


def news(data: Mapping[str, Any]) -> News:
    """Return a nudge of ours in words, in the language of this moment."""
    raise NotImplementedError


def gone(data: Mapping[str, Any]) -> bool:
    """Whether a nudge of ours is of no interest any more."""
    return False
