"""The check of a pool: its changes, ratings and counters against each other, game by game."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from common.batches import in_batches
from games.ratings import glicko2, meetings
from games.ratings.calculation import calculate, follows, people
from games.ratings.history import CHANGES, with_changes
from games.ratings.models import (
    DueGame,
    Meeting,
    Pool,
    RatedGame,
    Rating,
    RatingChange,
    RatingState,
)
from games.ratings.monthly_limit import MonthlyLimit
from games.ratings.rules import A_MONTH

MACHINES = 1e-6
"""Allowed floating-point difference between two machines."""


@dataclass(slots=True)
class PoolCheck:
    """What a check of a pool has come to."""

    differences: list[str] = field(default_factory=list)
    due: int = 0
    """Games that are still to be recalculated: they are not compared."""
    drift: float = 0.0
    """The largest difference of a stored value from a calculation without tolerance, in points."""


def differences(pool: Pool) -> list[str]:
    """Check a pool; return a sentence for each difference."""
    return check(pool).differences


def check(pool: Pool) -> PoolCheck:
    """Calculate each game of a pool from the stored ratings before it, and count everything."""
    return _Checker(pool).check()


class _Checker:
    """Goes through the games of a pool once, from the first one on."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.due = set(DueGame.objects.filter(pool=pool).values_list("place", flat=True))
        self.states: dict[int, RatingState] = defaultdict(RatingState)
        """As stored."""
        self.exact: dict[int, RatingState] = defaultdict(RatingState)
        """Without tolerance."""
        self.games: dict[int, int] = defaultdict(int)
        self.met: dict[int, dict[int, Meeting]] = defaultdict(dict)
        self.result = PoolCheck()

    def check(self) -> PoolCheck:
        """Check all games, then all ratings."""
        for rated, changes in _in_order(self.pool):
            if not self._is_right(rated, changes):
                self._say(f"Game {rated.game_id} has wrong rating changes.")
            self._calculate_exactly(rated, changes)
            for change in people(changes):
                self.states[change.rating_id] = change.state_after
            if rated.counts:
                self._count(rated, changes)
        kept: dict[int, dict[int, Meeting]] = defaultdict(dict)
        for meeting in Meeting.objects.filter(rating__pool=self.pool, games__gt=0):
            kept[meeting.rating_id][meeting.opponent_id] = meeting
        for rating in Rating.objects.filter(pool=self.pool, bot=""):
            if not self._is_right_rating(rating, kept[rating.pk]):
                self._say(f"Rating {rating.pk} does not match its games.")
        self.result.due = len(self.due)
        return self.result

    def _say(self, sentence: str) -> None:
        self.result.differences.append(sentence)

    def _is_right(self, rated: RatedGame, changes: Sequence[RatingChange]) -> bool:
        """Whether a game starts from the games before, and does what it should."""
        stored = [change.after for change in changes]
        calculate(rated, changes)
        same = all(map(_same, stored, (change.after for change in changes)))
        for change, after in zip(changes, stored, strict=True):
            change.after = after
        if not same or any(change.place not in (None, rated.place) for change in changes):
            return False
        if rated.place in self.due:
            return True
        begin = all(follows(change, self.states[change.rating_id]) for change in people(changes))
        return begin and rated.counts == self._allows(rated, changes)

    def _allows(self, rated: RatedGame, changes: Sequence[RatingChange]) -> bool:
        month = meetings.month_of(rated.at)
        met = [
            self.met[change.rating_id].get(other.rating_id)
            for change in changes
            for other in changes
            if change.side < other.side
        ]
        if any(row is not None and row.month is not None and row.month > month for row in met):
            return MonthlyLimit().allows(rated, changes)
        return all(row is None or row.month != month or row.month_games < A_MONTH for row in met)

    def _count(self, rated: RatedGame, changes: Sequence[RatingChange]) -> None:
        month = meetings.month_of(rated.at)
        for change in changes:
            self.games[change.rating_id] += 1
            for other in changes:
                if change.side != other.side:
                    rows = self.met[change.rating_id]
                    meetings.add(rows.setdefault(other.rating_id, Meeting()), month, 1)

    def _calculate_exactly(self, rated: RatedGame, changes: Sequence[RatingChange]) -> None:
        if rated.place in self.due:
            return
        exact = [
            RatingChange(rated=rated, rating=change.rating, side=change.side, score=change.score)
            for change in changes
        ]
        for change, other in zip(changes, exact, strict=True):
            is_bot = bool(change.rating.bot)
            other.state_before = change.state_before if is_bot else self.exact[change.rating_id]
        calculate(rated, exact)
        for change, other in zip(changes, exact, strict=True):
            self.exact[change.rating_id] = other.state_after
            drift = abs(change.after.value - other.after.value)
            self.result.drift = max(self.result.drift, drift)

    def _is_right_rating(self, rating: Rating, kept: dict[int, Meeting]) -> bool:
        state, met = self.states[rating.pk], self.met[rating.pk]
        if not _same(rating.glicko, state.glicko) or rating.last_at != state.last_at:
            return False
        if (rating.games, rating.opponents) != (self.games[rating.pk], len(met)):
            return False
        if not rating.has_tally:  # counted anew before they are used
            return True
        return kept.keys() == met.keys() and all(_agree(kept[other], met[other]) for other in met)


def _in_order(pool: Pool) -> Iterator[tuple[RatedGame, list[RatingChange]]]:
    games = RatedGame.objects.filter(pool=pool).prefetch_related(CHANGES)
    for rated in in_batches(games, "place", 500):
        yield from with_changes([rated])


def _agree(kept: Meeting, counted: Meeting) -> bool:
    """Whether a meeting is what its games say; all those of its latest month may be taken back."""
    if kept.month_games == 0 and kept.month is not None and counted.month is not None:
        return kept.games == counted.games and kept.month > counted.month
    numbers = (kept.games, kept.month, kept.month_games)
    return numbers == (counted.games, counted.month, counted.month_games)


def _same(first: glicko2.GlickoRating, second: glicko2.GlickoRating) -> bool:
    return (
        abs(first.value - second.value) < MACHINES
        and abs(first.deviation - second.deviation) < MACHINES
        and abs(first.volatility - second.volatility) < MACHINES
    )
