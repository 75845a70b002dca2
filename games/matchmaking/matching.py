"""Choice of opponents among waiting players. Pure functions.

The player who has waited longest is matched first. `may_meet` excludes pairs; among the rest,
`_distance` prefers opponents who are not in a game with the player already and not among the last
three, are equally reliable, have a similar rating, and are awake at the same hours.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.clock import Pace, Week
from games.matchmaking.waking_hours import alike

type Blocked = Collection[frozenset[int]]
"""Pairs of user ids of which one blocks the other."""

POINTS = 100
"""Rating difference that weighs as much as a third of a week's hours."""
HOURS = 3
PATIENCE = {True: timedelta(minutes=1), False: timedelta(hours=1)}
"""Wait before a recent opponent is accepted, for live and correspondence games."""


@dataclass(frozen=True, slots=True)
class Seeker:
    """A player waiting for a game: with a search, or only with an open table (`is_host`).

    `user`, `search`, `table`: ids. `reach`: greatest rating difference. `recent`: the last three
    opponents. `playing`: those of running games. `away`: on vacation.
    """

    user: int
    pace: Pace
    since: datetime
    rating: float = 1500
    reach: int | None = None
    week: Week | None = None
    recent: frozenset[int] = frozenset()
    playing: frozenset[int] = frozenset()
    away: bool = False
    reliable: bool = True
    search: int | None = None
    table: int | None = None

    @property
    def is_host(self) -> bool:
        """Whether the player has only an open table and no search."""
        return self.search is None


def may_meet(first: Seeker, second: Seeker, blocked: Blocked) -> bool:
    """Whether two players may be paired: their wishes are compatible."""
    if first.user == second.user or first.pace != second.pace or (first.is_host and second.is_host):
        return False
    if not first.pace.live and (first.away or second.away):
        return False
    apart = abs(first.rating - second.rating)
    if any(seeker.reach is not None and apart > seeker.reach for seeker in (first, second)):
        return False
    return frozenset((first.user, second.user)) not in blocked


def have_met(first: Seeker, second: Seeker) -> bool:
    """Whether two players are in a game, or either is among the other's last three opponents."""
    recently = second.user in first.recent or first.user in second.recent
    return recently or second.user in first.playing


def partner(
    seeker: Seeker, others: Iterable[Seeker], blocked: Blocked, now: datetime
) -> Seeker | None:
    """Return the best opponent for a player; `None` if there is none yet."""
    candidates = [
        other
        for other in others
        if may_meet(seeker, other, blocked)
        and (not have_met(seeker, other) or _have_been_patient(seeker, other, now))
    ]
    return min(candidates, key=lambda other: _distance(seeker, other, now), default=None)


def pairs(
    seekers: Iterable[Seeker], blocked: Blocked, now: datetime
) -> list[tuple[Seeker, Seeker]]:
    """Return the pairs to bring together: each search, table and pair of players once.

    The first of a pair has a search.
    """
    waiting = sorted(
        seekers, key=lambda seeker: (seeker.since, seeker.search or 0, seeker.table or 0)
    )
    matched: list[tuple[Seeker, Seeker]] = []
    taken: set[Seeker] = set()
    met: set[frozenset[int]] = set()
    busy: set[int] = set()  # with a live game
    for seeker in waiting:
        if seeker.is_host or seeker in taken or (seeker.pace.live and seeker.user in busy):
            continue
        others = (
            other
            for other in waiting
            if other not in taken
            and frozenset((seeker.user, other.user)) not in met
            and not (other.pace.live and other.user in busy)
        )
        other = partner(seeker, others, blocked, now)
        if other is not None:
            matched.append((seeker, other))
            taken |= {seeker, other}
            met.add(frozenset((seeker.user, other.user)))
            if seeker.pace.live:
                busy |= {seeker.user, other.user}
    return matched


def _have_been_patient(first: Seeker, second: Seeker, now: datetime) -> bool:
    return min(first.since, second.since) <= now - PATIENCE[first.pace.live]


def _distance(seeker: Seeker, other: Seeker, now: datetime) -> tuple[object, ...]:
    apart = abs(seeker.rating - other.rating) / POINTS
    if not seeker.pace.live and seeker.week is not None and other.week is not None:
        apart += HOURS * (1 - alike(seeker.week, other.week, now))
    return (
        other.user in seeker.playing,
        have_met(seeker, other),
        seeker.reliable != other.reliable,
        apart,
        other.since,
        other.search or 0,
        other.table or 0,
    )
