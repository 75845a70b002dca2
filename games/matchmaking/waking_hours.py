"""How alike two people's hours are. Pure functions."""

from datetime import datetime, timedelta
from functools import lru_cache

from games.clock import Week, usable

HOURS = 7 * 24
_HOUR = timedelta(hours=1)


@lru_cache(maxsize=4096)
def awake(week: Week, start: datetime) -> int:
    """Return in which of the 168 hours from `start` on somebody may be asked: a bit each."""
    hours = 0
    for number in range(HOURS):
        at = start + number * _HOUR
        if usable(week, at, at + _HOUR) > 1800:
            hours |= 1 << number
    return hours


def alike(one: Week, other: Week, now: datetime) -> float:
    """Return which part of the hours in which either is awake both are: from 0 to 1.

    Counted over the week that `now` (in UTC) lies in. Whoever sleeps and works at the same hours
    answers sooner: 1 for two who live alike, about a half for two at opposite ends of the world.
    """
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    monday = midnight - timedelta(days=midnight.weekday())
    first, second = awake(one, monday), awake(other, monday)
    either = (first | second).bit_count()
    return (first & second).bit_count() / either if either else 1.0
