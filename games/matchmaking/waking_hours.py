"""Overlap of two players' waking hours. Pure functions."""

from datetime import datetime, timedelta
from functools import lru_cache

from games.clock import Week, usable

HOURS = 7 * 24
_HOUR = timedelta(hours=1)


@lru_cache(maxsize=4096)
def awake(week: Week, start: datetime) -> int:
    """Return a bit set of the 168 hours from `start` in which a player is available."""
    hours = 0
    for number in range(HOURS):
        at = start + number * _HOUR
        if usable(week, at, at + _HOUR) > 1800:
            hours |= 1 << number
    return hours


def alike(week: Week, other_week: Week, now: datetime) -> float:
    """Return the share of hours in which both players are awake, of those in which either is.

    Counted over the week of `now` (in UTC). Players with similar hours answer each other sooner: 1
    for equal hours, about a half for players at opposite ends of the world.
    """
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    monday = midnight - timedelta(days=midnight.weekday())
    first, second = awake(week, monday), awake(other_week, monday)
    either = (first | second).bit_count()
    return (first & second).bit_count() / either if either else 1.0
