"""Vacation: hours in which a person who is away can't lose on time.

A balance of hours: 20 days at the start, half a day more for each rated game finished, never more
than 30 days. It is spent by the full hour (UTC) and only when a game would otherwise be lost. An
hour is paid once and then covers all games of that person.
"""

from collections.abc import Collection, Set
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.clock.errors import ClockError
from games.clock.moments import whole
from games.clock.week import Week
from games.clock.week import deadline as end_of_rest

START = 20 * 24
EARNED = 12
MOST = 30 * 24
"""Hours."""

LONGEST = timedelta(days=30)
FARTHEST = timedelta(days=365)

_HOUR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class AwayPeriod:
    """From `start` until just before `end` the person is away."""

    start: datetime
    end: datetime


def earned(balance: int) -> int:
    """Return the balance (hours) after one more rated game."""
    return min(balance + EARNED, MOST)


def cover(
    week: Week | None,
    deadline: datetime,
    now: datetime,
    absences: Collection[AwayPeriod],
    paid: Set[datetime],
    balance: int,
) -> tuple[datetime, tuple[datetime, ...]]:
    """Return the deadline that vacation gives, and the hours (their beginnings) to pay for it.

    A deadline that has passed while the person is away moves to the end of its hour, then out of
    the week's sleep and days off, which cost nothing; and so on, until it lies ahead, or the
    person is back, or the balance (hours) is empty. Hours that are `paid` already are free.
    """
    deadline, now = whole(deadline), whole(now)
    to_pay: list[datetime] = []
    while deadline < now and any(away.start <= deadline < away.end for away in absences):
        hour = deadline.replace(minute=0, second=0)
        if hour not in paid:
            if len(to_pay) >= balance:
                break
            to_pay.append(hour)
        deadline = end_of_rest(week, hour + _HOUR, 0)
    return deadline, tuple(to_pay)


def may_plan(absences: Collection[AwayPeriod], new: AwayPeriod, now: datetime) -> None:
    """Raise `ClockError` if a person who has planned `absences` can't plan the new one.

    Codes: empty, past (an absence switched on now begins now), too_long (over 30 days), too_far
    (begins more than a year from now), overlap.
    """
    if new.end <= new.start:
        raise ClockError("empty")
    if new.start < whole(now):
        raise ClockError("past")
    if new.end - new.start > LONGEST:
        raise ClockError("too_long")
    if new.start - now > FARTHEST:
        raise ClockError("too_far")
    if any(away.start < new.end and new.start < away.end for away in absences):
        raise ClockError("overlap")
