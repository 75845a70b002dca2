"""How far others can rely on somebody: shown before a game is accepted."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Reliability:
    """`finished`: per cent of their games played to an end, `None` before the first; `timeouts`:
    games lost on time in the last 60 days.
    """

    finished: int | None = None
    timeouts: int = 0


def reliability_of(users: Iterable[int], now: datetime) -> dict[int, Reliability]:
    """Return how reliable people are, by their ids, in one query or two."""
    return {}
