"""What the rest of the site asks of finding a game: see `games.contests.registry`."""

from collections.abc import Mapping
from typing import Any

from games.tables.notices import News


def news(data: Mapping[str, Any]) -> News:
    """Return a notification of ours in words; there is none: games tell of themselves."""
    raise NotImplementedError


def gone(data: Mapping[str, Any]) -> bool:
    """Whether a notification of ours is of no interest any more."""
    return True
