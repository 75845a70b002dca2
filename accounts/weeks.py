"""Limits on changes of the week: sleep hours, days off and time zone.

Time in sleep hours and days off is not counted, so a player who moved them before each answer would
never run out of time. A change of sleep hours or of the zone is worth half a day, new days off are
worth two days. Each can be changed only so seldom that time passes for every player.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from accounts.models import User, WeekChange

Kind = WeekChange.Kind


class Limit(NamedTuple):
    """The number of changes allowed within a period."""

    changes: int
    within: timedelta


LIMITS: Mapping[Kind, Limit] = {
    Kind.ZONE: Limit(2, timedelta(days=7)),  # there and back
    Kind.SLEEP: Limit(1, timedelta(days=7)),
    Kind.DAYS_OFF: Limit(1, timedelta(days=28)),
}

SECOND_THOUGHTS = timedelta(hours=1)
"""The period after a change in which another one counts as its correction."""

FIELDS = {
    "time_zone": Kind.ZONE,
    "sleep_from": Kind.SLEEP,
    "sleep_to": Kind.SLEEP,
    "days_off": Kind.DAYS_OFF,
}
"""The fields of a user that make up the week, and what a change of them counts as."""


def kinds_of(fields: Iterable[str]) -> set[Kind]:
    """Return the parts of the week that change when these fields of the user do."""
    return {FIELDS[field] for field in fields if field in FIELDS}


def next_change(user: User, kind: Kind, now: datetime) -> datetime | None:
    """Return when the user can change this part of their week again; `None`: now.

    The first change is free: the initial week is not the user's choice.
    """
    changes = _changes(user, kind)
    if _is_correction(changes, now):
        return None
    limit = LIMITS[kind]
    recent = [at for at in changes[1:] if at > now - limit.within]
    return None if len(recent) < limit.changes else recent[-limit.changes] + limit.within


def note_changes(user: User, kinds: Iterable[Kind], now: datetime) -> None:
    """Record a change of a user's week, in the transaction of the change."""
    for kind in kinds:
        if not _is_correction(_changes(user, kind), now):
            WeekChange.objects.create(user=user, kind=kind, at=now)


def _changes(user: User, kind: Kind) -> Sequence[datetime]:
    return list(user.week_changes.filter(kind=kind).order_by("at").values_list("at", flat=True))


def _is_correction(changes: Sequence[datetime], now: datetime) -> bool:
    return bool(changes) and now < changes[-1] + SECOND_THOUGHTS
