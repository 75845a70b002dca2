"""Recalculation of the games of a pool that follow from an annulled or restored one.

Runs in slices, each a short transaction with the pool's `Ledger` row locked; between two of them
games end as always. What is left to do are rows (`DueGame`): a slice that was killed is done again.
From the first due game on, a slice looks at the next `WINDOW` games of the pool. It calculates
those that are due or whose players' ratings have changed before them by more than the tolerance
(`calculation.follows`), and notes the next games of the others as due.
"""

from collections.abc import Callable
from datetime import timedelta
from time import monotonic, sleep

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from common.prepared import PreparedUpdate
from common.queueing import queue
from games.ratings import due, meetings
from games.ratings.calculation import calculate, follows, people
from games.ratings.history import changes_after, fill_places, games_from, states_before
from games.ratings.ledger import locked
from games.ratings.models import (
    DueGame,
    Ledger,
    Pool,
    RatedGame,
    Rating,
    RatingChange,
    RatingState,
    Recalculation,
)
from games.ratings.monthly_limit import MonthlyLimit

WINDOW = 100
"""Games that a slice looks at."""
PAUSE = 0.05
"""Seconds between two slices: on SQLite games that end could never begin to write without it."""
BUDGET = 2.0
"""Seconds after which a task ends and queues the rest: the clocks are in the same queue."""
LOST_AFTER = timedelta(minutes=1)
"""A claim without a slice for so long is of a worker that has stopped."""
CHANGES = PreparedUpdate(
    RatingChange,
    *("before_value", "before_deviation", "before_volatility", "before_at"),
    *("after_value", "after_deviation", "after_volatility"),
)


def recalculate(
    pool: Pool, *, seconds: float = BUDGET, wait: Callable[[float], None] = sleep
) -> bool:
    """Recalculate the next due games of a pool; return whether more are left.

    Another worker's claim is respected.
    """
    free = Q(claimed_until=None) | Q(claimed_until__lt=timezone.now())
    run = Recalculation.objects.filter(free, pool=pool, done_at=None)
    if not run.update(claimed_until=timezone.now() + LOST_AFTER):
        return False
    end = monotonic() + seconds
    while recalculate_slice(pool):
        if monotonic() > end:
            Recalculation.objects.filter(pool=pool, done_at=None).update(claimed_until=None)
            return True
        wait(PAUSE)
    return False


def recalculate_slice(pool: Pool) -> bool:
    """Recalculate one slice; return whether more may be left. Ends the run if none is."""
    with transaction.atomic():
        ledger = locked(pool)
        run = Recalculation.objects.filter(pool=pool, done_at=None)
        first = due.first_place(pool)
        if first is None:
            run.update(done_at=timezone.now(), claimed_until=None)
            return False
        fill_places(pool)
        games = _Slice(pool, first, ledger).calculate()
        claimed_until = timezone.now() + LOST_AFTER
        run.update(slices=F("slices") + 1, games=F("games") + games, claimed_until=claimed_until)
    return True


def recalculate_all() -> None:
    """Recalculate all that is due in all pools, at once."""
    for run in Recalculation.objects.filter(done_at=None):
        while recalculate_slice(Pool(run.pool)):
            pass


def wake_forgotten_runs() -> None:
    """Queue the runs whose tasks were lost."""
    free = Q(claimed_until=None) | Q(claimed_until__lt=timezone.now())
    for run in Recalculation.objects.filter(free, done_at=None):
        queue(due.TASK, run.pool)


class _Slice:
    """The games of a pool from a place on, as many as are looked at in one transaction."""

    def __init__(self, pool: Pool, first: int, ledger: Ledger) -> None:
        self.pool = pool
        self.games = games_from(pool, first, WINDOW)
        self.is_last = len(self.games) < WINDOW
        self.end = max(first, ledger.last) if self.is_last else self.games[-1][0].place
        rows = DueGame.objects.filter(pool=pool, place__lte=self.end)
        self.due = dict(rows.values_list("place", "limit"))
        self.limit = MonthlyLimit()
        self.ratings: dict[int, Rating] = {}
        self.states: dict[int, RatingState] = {}
        """Those that the next game of a rating has not been compared with yet."""
        self._begin(first)

    def _begin(self, first: int) -> None:
        waiting: set[int] = set()
        for rated, changes in self.games:
            for change in people(changes):
                self.ratings[change.rating_id] = change.rating
                if rated.place in self.due:
                    waiting.add(change.rating_id)
        self.states = states_before(waiting, first)

    def calculate(self) -> int:
        """Calculate what is due, write it, and note what follows; return the number of games."""
        calculated: list[RatingChange] = []
        games = 0
        for rated, changes in self.games:
            if self._is_due(rated, changes):
                self._calculate(rated, changes)
                calculated += changes
                games += 1
        for start in range(0, len(calculated), 50):
            CHANGES.write(calculated[start : start + 50])
        self._end()
        return games

    def _is_due(self, rated: RatedGame, changes: list[RatingChange]) -> bool:
        known = [change for change in people(changes) if change.rating_id in self.states]
        if rated.place in self.due:
            return True
        if any(not follows(change, self.states[change.rating_id]) for change in known):
            return True
        for change in known:  # nothing changes for its later games
            del self.states[change.rating_id]
        return False

    def _calculate(self, rated: RatedGame, changes: list[RatingChange]) -> None:
        for change in people(changes):
            change.state_before = self.states.get(change.rating_id, change.state_before)
        if self.due.get(rated.place):
            self._check_limit(rated, changes)
        calculate(rated, changes)
        for change in people(changes):
            self.states[change.rating_id] = change.state_after

    def _check_limit(self, rated: RatedGame, changes: list[RatingChange]) -> None:
        counts = self.limit.allows(rated, changes)
        if counts == rated.counts:
            return
        met = meetings.meetings_of(changes)  # as of before
        rated.counts = counts
        rated.save(update_fields=["counts"])
        meetings.count(rated, changes, 1 if counts else -1, met)
        later = self.limit.changed(rated, changes)
        self.due |= dict.fromkeys((place for place in later if place <= self.end), True)
        due.note(self.pool, {place for place in later if place > self.end}, limit=True)

    def _end(self) -> None:
        """Let the next games of changed ratings be due, and store those that have none."""
        later = {} if self.is_last else changes_after(self.states, self.end)
        last = [pk for pk in self.states if pk not in later]
        for pk in last:
            self.ratings[pk].move_to(self.states[pk])
        meetings.store(self.ratings[pk] for pk in last)
        DueGame.objects.filter(pool=self.pool, place__lte=self.end).delete()
        follow = {c.rated.place for pk, c in later.items() if not follows(c, self.states[pk])}
        due.note(self.pool, follow)
