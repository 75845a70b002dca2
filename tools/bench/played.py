"""A made-up past: who played whom when, with what result, and what that did to the ratings.

No database: plain numbers in the order in which the games ended, the same for the same seed.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from random import Random

from games.ratings import glicko2
from games.ratings.models import Pool, periods
from games.ratings.rules import A_MONTH, ANCHORS
from games.tables.models import Ending
from tools.bench.size import Size

DAY = timedelta(days=1)
KINDS = {Pool.DAYS: 0.6, Pool.LIVE: 0.2, Pool.TEAMS: 0.08, Pool.SOLO: 0.12}
ENDINGS = {
    Ending.ABSOLUTE: 30, Ending.DEMOCRATIC: 15, Ending.POPULAR: 35, Ending.RESIGNATION: 12,
    Ending.TIME: 8,
}  # fmt: skip
BOTS = tuple(ANCHORS)

Who = int | str
"""A person by their number, a bot by its name."""


@dataclass(frozen=True, slots=True)
class Step:
    """What a game did to one rating."""

    before: glicko2.GlickoRating
    before_at: datetime | None
    after: glicko2.GlickoRating


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game. `who`: in the order of the seats; `winner`: a side, `None` for a draw."""

    pool: Pool
    who: tuple[Who, ...]
    winner: int | None
    ending: Ending
    at: datetime
    place: int
    counts: bool
    steps: tuple[Step, ...]


@dataclass(slots=True)
class Standing:
    """A player's rating in a pool."""

    rating: glicko2.GlickoRating
    at: datetime | None
    games: int
    opponents: set[Who]


class Past:
    """The games of a year up to `now`, and the ratings after them."""

    def __init__(self, size: Size, now: datetime) -> None:
        self.size, self.now = size, now
        self.chance = Random(size.seed)
        self.strengths = [self.chance.gauss(1500, 250) for _ in range(size.players)]
        # A few play much, most a little: the busiest of 10,000 some forty times the average.
        self._weights = list(
            accumulate(self.chance.lognormvariate(0, 1.2) for _ in range(size.players))
        )
        self.standings: dict[tuple[Pool, Who], Standing] = {}
        self.games_of: Counter[Who] = Counter()
        self._places: Counter[Pool] = Counter()
        self._months: Counter[tuple[Pool, int, frozenset[Who]]] = Counter()

    def games(self) -> Iterator[Played]:
        """Yield the games in the order in which they ended."""
        step = 365 * DAY / self.size.games
        first = self.now - 365 * DAY
        for number in range(self.size.games):
            yield self._game(first + number * step)

    def two(self) -> tuple[int, int]:
        """Draw two people who play a game."""
        first = second = self._somebody()
        while first == second:
            second = self._somebody()
        return first, second

    def _game(self, at: datetime) -> Played:
        pool = self.chance.choices(list(KINDS), list(KINDS.values()))[0]
        who = self._seats(pool)
        odds = 1 / (1 + 10 ** (-sum(self._strength(who, n) for n in range(len(who))) / 400))
        winner = None if self.chance.random() < 0.01 else int(self.chance.random() > odds)
        ending = self.chance.choices(list(ENDINGS), list(ENDINGS.values()))[0]
        self._places[pool] += 1
        counts = self._counts(pool, who, at)
        steps = self._steps(pool, who, winner, at, counts)
        self.games_of.update(who)
        how = Ending.DRAW if winner is None else ending
        return Played(pool, who, winner, how, at, self._places[pool], counts, steps)

    def _seats(self, pool: Pool) -> tuple[Who, ...]:
        """Draw who plays: the one who is nearest of some who are about, or a bot."""
        first = self._somebody()
        if pool == Pool.SOLO:
            return first, self.chance.choice(BOTS)
        seated: list[int] = [first]
        while len(seated) < (4 if pool == Pool.TEAMS else 2):
            about = [other for other in (self._somebody() for _ in range(5)) if other not in seated]
            if about:
                own = self.strengths[first]
                seated.append(min(about, key=lambda other: abs(self.strengths[other] - own)))
        self.chance.shuffle(seated)
        return tuple(seated)

    def _somebody(self) -> int:
        return bisect_left(self._weights, self.chance.random() * self._weights[-1])

    def _strength(self, who: tuple[Who, ...], seat: int) -> float:
        """Return what a seat brings to side 0, in points."""
        player = who[seat]
        own = ANCHORS[player].value if isinstance(player, str) else self.strengths[player]
        return own if seat % 2 == 0 else -own

    def _counts(self, pool: Pool, who: tuple[Who, ...], at: datetime) -> bool:
        pairs = [
            (pool, at.year * 12 + at.month, frozenset((player, other)))
            for player in who[::2]
            for other in who[1::2]
        ]
        counts = all(self._months[pair] < A_MONTH for pair in pairs)
        if counts:
            self._months.update(pairs)
        return counts

    def _steps(
        self, pool: Pool, who: tuple[Who, ...], winner: int | None, at: datetime, counts: bool
    ) -> tuple[Step, ...]:
        """Move the ratings, after the same arithmetic as the site."""
        standings = [self._standing(pool, player) for player in who]
        now = [glicko2.aged(standing.rating, periods(standing.at, at)) for standing in standings]
        steps = []
        for seat, standing in enumerate(standings):
            before, since = standing.rating, standing.at
            after = before
            if counts and not isinstance(who[seat], str):
                others = now[1 - seat % 2 :: 2]
                opponent = others[0]
                if len(who) == 4:
                    opponent = glicko2.team(now[seat ^ 2], (others[0], others[1]))
                score = 0.5 if winner is None else float(winner == seat % 2)
                after = glicko2.rate(before, [(opponent, score)], periods(since, at))
            steps.append(Step(before, since, after))
        for seat, standing in enumerate(standings):
            if counts and not isinstance(who[seat], str):
                standing.rating, standing.at = steps[seat].after, at
                standing.games += 1
                standing.opponents.update(who[1 - seat % 2 :: 2])
        return tuple(steps)

    def _standing(self, pool: Pool, player: Who) -> Standing:
        fresh = ANCHORS[player] if isinstance(player, str) else glicko2.GlickoRating()
        return self.standings.setdefault((pool, player), Standing(fresh, None, 0, set()))


def midnight() -> datetime:
    """Return the end of the past: today's first moment."""
    return datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
