"""Who is the best opponent for whom. Pure functions of those who wait, and of now.

Who has waited longest is served first. Who may meet is a matter of yes or no (`may_meet`); among
those the best is (`_distance`): not one of the last three opponents, as reliable as oneself, near
in rating, awake at the same hours.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.clock import Pace, Week
from games.matchmaking.waking_hours import alike

type Blocked = Collection[frozenset[int]]
"""Pairs of people who do not want to meet, by their ids."""

POINTS = 100
"""So many points between two ratings weigh as much as a third of the hours of a week."""
HOURS = 3
PATIENCE = {True: timedelta(minutes=1), False: timedelta(hours=1)}
"""Live or not: so long others have the chance before one of the last three opponents."""


@dataclass(frozen=True, slots=True)
class Seeker:
    """Somebody who waits for a game: by a search, or only at an open table of their own (`host`).

    `user`, `search`, `table`: ids. `reach`: by how many points the other's rating may differ.
    `recent`: the last three opponents. `away`: on vacation.
    """

    user: int
    pace: Pace
    since: datetime
    rating: float = 1500
    reach: int | None = None
    week: Week | None = None
    recent: frozenset[int] = frozenset()
    away: bool = False
    reliable: bool = True
    search: int | None = None
    table: int | None = None

    @property
    def is_host(self) -> bool:
        """Whether they only wait at their table, and look for nobody themselves."""
        return self.search is None


def may_meet(one: Seeker, other: Seeker, blocked: Blocked) -> bool:
    """Whether two may be paired at all: both want what the other wants."""
    if one.user == other.user or one.pace != other.pace or (one.is_host and other.is_host):
        return False
    if not one.pace.live and (one.away or other.away):
        return False
    apart = abs(one.rating - other.rating)
    if any(each.reach is not None and apart > each.reach for each in (one, other)):
        return False
    return frozenset((one.user, other.user)) not in blocked


def have_met(one: Seeker, other: Seeker) -> bool:
    """Whether either is among the last three opponents of the other."""
    return other.user in one.recent or one.user in other.recent


def partner(
    one: Seeker, others: Iterable[Seeker], blocked: Blocked, now: datetime
) -> Seeker | None:
    """Return the best opponent for somebody; `None` if there is none yet."""
    found = [
        other
        for other in others
        if may_meet(one, other, blocked)
        and (not have_met(one, other) or _have_been_patient(one, other, now))
    ]
    return min(found, key=lambda other: _distance(one, other, now), default=None)


def pairs(
    seekers: Iterable[Seeker], blocked: Blocked, now: datetime
) -> list[tuple[Seeker, Seeker]]:
    """Return who shall play whom: each search and each table once, the same two once.

    Of a pair the first one looks by a search.
    """
    waiting = sorted(seekers, key=lambda one: (one.since, one.search or 0, one.table or 0))
    found: list[tuple[Seeker, Seeker]] = []
    gone: set[Seeker] = set()
    met: set[frozenset[int]] = set()
    busy: set[int] = set()  # with a live game
    for one in waiting:
        if one.is_host or one in gone or (one.pace.live and one.user in busy):
            continue
        others = (
            other
            for other in waiting
            if other not in gone
            and frozenset((one.user, other.user)) not in met
            and not (other.pace.live and other.user in busy)
        )
        other = partner(one, others, blocked, now)
        if other is not None:
            found.append((one, other))
            gone |= {one, other}
            met.add(frozenset((one.user, other.user)))
            if one.pace.live:
                busy |= {one.user, other.user}
    return found


def _have_been_patient(one: Seeker, other: Seeker, now: datetime) -> bool:
    return min(one.since, other.since) <= now - PATIENCE[one.pace.live]


def _distance(one: Seeker, other: Seeker, now: datetime) -> tuple[object, ...]:
    apart = abs(one.rating - other.rating) / POINTS
    if not one.pace.live and one.week is not None and other.week is not None:
        apart += HOURS * (1 - alike(one.week, other.week, now))
    return (
        have_met(one, other),
        one.reliable != other.reliable,
        apart,
        other.since,
        other.search or 0,
        other.table or 0,
    )
