"""What must be true of a year: looked at every week, and once more at the end.

The judge has an arithmetic of its own (`tests/ratings/paper.py`) and remembers for itself who
played whom with what result; of the site it only reads rows.
"""

from collections import Counter
from datetime import datetime
from math import exp, hypot, pi, sqrt
from typing import TYPE_CHECKING

from accounts.blocking import blocked_pairs
from games.matchmaking.models import FOUND_GAME, GameSearch
from games.ratings.checking import differences
from games.ratings.glicko2 import PERIODS_A_DAY
from games.ratings.models import PlayerResult, Pool, RatedGame, Rating, RatingChange
from games.ratings.rules import A_MONTH, ANCHORS
from games.tables.models import Game, Status
from tools.simulation.year import paper
from tools.simulation.year.diary import Over
from tools.simulation.year.figures import Prediction
from tools.simulation.year.judge_contests import ContestsJudge

if TYPE_CHECKING:
    from tools.simulation.year.year import Year

Key = int | str
"""A person by their id, a bot by its name."""
TOLERANCE = 1e-3
"""Points: the paper's volatility is found by halving."""


class Judge:
    """Finds what is wrong; each fault is a sentence in the diary."""

    def __init__(self, year: "Year") -> None:
        self.year = year
        self.contests = ContestsJudge(year)
        self._numbers: dict[tuple[str, Key], paper.Numbers] = {}
        self._last: dict[tuple[str, Key], datetime] = {}
        self._games: Counter[tuple[str, Key]] = Counter()
        self._months: Counter[tuple[str, int, frozenset[Key]]] = Counter()
        self._places: Counter[str] = Counter()
        self._said: set[str] = set()
        self._looked: set[int] = set()
        self._searches: set[int] = set()
        self.predictions: list[Prediction] = []

    def say(self, fault: str) -> None:
        """Note a fault, once."""
        if fault not in self._said:
            self._said.add(fault)
            self.year.diary.faults.append(f"{self.year.now:%Y-%m-%d %H:%M}: {fault}")

    def fresh(self) -> list[Over]:
        """Return the games that have ended since the last time it looked."""
        return [over for pk, over in self.year.diary.over.items() if pk not in self._looked]

    def look_at_the_week(self) -> None:
        """Judge what has ended since the last time."""
        fresh = self.fresh()
        self._looked |= {over.game.pk for over in fresh}
        self._rated(fresh)
        self._results(fresh)
        self._sat(fresh)
        self._searched(fresh)
        self.contests.look_at_the_week()

    def look_at_all(self) -> None:
        """Judge the whole year."""
        self.look_at_the_week()
        self.contests.look_at_all()
        for pool in Pool:
            for difference in differences(pool):
                self.say(f"check_ratings, {pool}: {difference}")
        counted = RatedGame.objects.filter(counts=True).count()
        changes = RatingChange.objects.filter(rated__counts=True, rating__bot="")
        games = Rating.objects.filter(bot="").values_list("games", flat=True)
        if sum(games) != changes.count():
            self.say(f"{sum(games)} games in ratings, {changes.count()} in their history")
        self.year.diary.counts["games that moved ratings"] = counted
        running = set(Game.objects.filter(status=Status.RUNNING).values_list("pk", flat=True))
        if running != set(self.year.running):
            self.say(f"{len(running ^ set(self.year.running))} games run without being known")

    # --- ratings ---

    def _rated(self, fresh: list[Over]) -> None:
        """Reckon the ratings of the games that have ended, in the order the site says."""
        should = {over.game.pk for over in fresh if over.counts}
        should -= self.year.diary.annulled
        rows = RatedGame.objects.filter(game__in=[over.game.pk for over in fresh])
        known = list(rows.order_by("pool", "place").prefetch_related("changes__rating"))
        if {row.game_id for row in known} != should:
            wrong = sorted({row.game_id for row in known} ^ should)
            self.say(f"games rated that should not be, or the other way round: {wrong[:5]}")
        for row in known:
            over = self.year.diary.over[row.game_id]
            if row.place <= self._places[row.pool] or row.pool != over.game.pool:
                self.say(f"game {row.game_id} has place {row.place} in {row.pool}")
            self._places[row.pool] = row.place
            if row.at != over.at:
                self.say(f"game {row.game_id} was rated for {row.at}, and ended {over.at}")
            self._judge_changes(row, over)

    def _judge_changes(self, row: RatedGame, over: Over) -> None:
        game = over.game
        keys: list[Key] = [u or b for u, b in zip(game.users, game.bots, strict=True)]
        counts = self._counts(row.pool, keys, over.at)
        if counts != row.counts:
            self.say(f"game {game.pk} counts: {row.counts}, it should: {counts}")
        changes = {c.rating.user_id or c.rating.bot: c for c in row.changes.all()}
        if set(changes) != set(keys):
            self.say(f"game {game.pk} moved the ratings of {sorted(map(str, changes))}")
            return
        now = [self._aged(row.pool, key, over.at) for key in keys]
        self._predict(row, over, now)
        for seat, key in enumerate(keys):
            change = changes[key]
            before = self._of(row.pool, key)
            after = before
            if counts and isinstance(key, int):
                after = self._after(row.pool, key, seat, over, now)
            stored = (change.after_value, change.after_deviation, change.after_volatility)
            if _far(change.before.value, before[0]) or _far(stored[0], after[0]):
                self.say(f"game {game.pk} moved {key} from {before} to {stored}, not {after}")
            if _far(stored[1], after[1]):
                self.say(f"game {game.pk} left {key} an RD of {stored[1]}, not {after[1]}")
            if isinstance(key, int) and not 45 <= stored[1] <= 350:
                self.say(f"game {game.pk} left {key} an RD of {stored[1]}")
            if counts and isinstance(key, int):
                # From the site's own numbers on, so that one fault is said once.
                self._numbers[row.pool, key] = stored
                self._last[row.pool, key] = over.at
                self._games[row.pool, key] += 1

    def _counts(self, pool: str, keys: list[Key], at: datetime) -> bool:
        month = at.year * 12 + at.month
        pairs = [
            (pool, month, frozenset((key, other))) for key in keys[::2] for other in keys[1::2]
        ]
        if any(self._months[pair] >= A_MONTH for pair in pairs):
            return False
        self._months.update(pairs)
        return True

    def _of(self, pool: str, key: Key) -> paper.Numbers:
        if isinstance(key, str):
            return ANCHORS[key].value, 0.0, 0.06
        return self._numbers.get((pool, key), (1500.0, 350.0, 0.06))

    def _aged(self, pool: str, key: Key, at: datetime) -> paper.Numbers:
        if isinstance(key, str):
            return self._of(pool, key)
        return paper.period(self._of(pool, key), [], self._periods(pool, key, at))

    def _periods(self, pool: str, key: Key, at: datetime) -> float:
        last = self._last.get((pool, key))
        return 0 if last is None else (at - last).total_seconds() / 86400 * PERIODS_A_DAY

    def _after(
        self, pool: str, key: Key, seat: int, over: Over, now: list[paper.Numbers]
    ) -> paper.Numbers:
        score = 0.5 if over.winner is None else float(over.winner == seat % 2)
        rating, deviation = _opponent(seat, now)
        length = self._periods(pool, key, over.at)
        return paper.period(self._of(pool, key), [(rating, deviation, score)], length)

    def _predict(self, row: RatedGame, over: Over, now: list[paper.Numbers]) -> None:
        """Remember what the ratings expected of the game, and what hidden strength did."""
        if not row.counts:
            return
        rating, deviation = _opponent(0, now)
        unsure = max(numbers[1] for numbers in now)
        expected = _expected(now[0][0], rating, hypot(deviation, now[0][1]))
        mine, others = sum(over.strengths[::2]), sum(over.strengths[1::2])
        true = 1 / (1 + 10 ** ((others - mine) / 400))
        score = 0.5 if over.winner is None else float(over.winner == 0)
        self.predictions.append(Prediction(row.pool, expected, score, unsure, true))

    # --- results and pairing ---

    def _results(self, fresh: list[Over]) -> None:
        """Whether each player has one result of each game that has one, and of no other."""
        pks = [over.game.pk for over in fresh]
        rows = PlayerResult.objects.filter(game__in=pks)
        scores = {(row.game_id, row.user_id): row.score for row in rows}
        if len(scores) != rows.count():
            self.say("a player has two results of a game")
        should = {
            (over.game.pk, user): 0.5 if over.winner is None else float(over.winner == seat % 2)
            for over in fresh
            if over.finished and over.game.pk not in self.year.diary.annulled
            for seat, user in enumerate(over.game.users)
            if user
        }
        if scores != should:
            wrong = sorted({game for game, _user in dict(scores.items() ^ should.items())})
            self.say(f"results are wrong in games {wrong[:5]}")

    def _sat(self, fresh: list[Over]) -> None:
        """Whether no player was paired with themselves, or with one who blocks them."""
        blocked = blocked_pairs(list(self.year.people))
        for over in fresh:
            users = [user for user in over.game.users if user]
            if len(set(users)) != len(users):
                self.say(f"a player sits twice in game {over.game.pk}")
            if over.game.occasion == FOUND_GAME.key and frozenset(users) in blocked:
                self.say(f"game {over.game.pk} brings two together who block each other")

    def _searched(self, fresh: list[Over]) -> None:
        """Whether each game that was found fulfilled the searches of its two, and no other."""
        games = [*self.year.running.values(), *(over.game for over in fresh)]
        begun = {game.pk: game for game in games if game.pk not in self._searches}
        self._searches |= set(begun)
        rows = GameSearch.objects.filter(game__in=begun)
        by_game: dict[int, list[int]] = {}
        for pk, user in rows.values_list("game", "user"):
            by_game.setdefault(pk or 0, []).append(user)
        for pk, game in begun.items():
            searchers = by_game.get(pk, [])
            if len(set(searchers)) != len(searchers) or not set(searchers) <= set(game.users):
                self.say(f"game {pk} was found by the searches of {searchers}")
            if game.occasion == FOUND_GAME.key and len(searchers) != 2:
                self.say(f"game {pk} fulfilled {len(searchers)} searches")


def _opponent(seat: int, now: list[paper.Numbers]) -> tuple[float, float]:
    """Return rating and RD of the one against whom a seat plays."""
    others = now[1 - seat % 2 :: 2]
    if len(now) == 2:
        return others[0][0], others[0][1]
    mate = now[seat ^ 2]
    spread = (others[0][1] ** 2 + others[1][1] ** 2 + mate[1] ** 2) ** 0.5
    return others[0][0] + others[1][0] - mate[0], spread


def _expected(mine: float, other: float, deviation: float) -> float:
    """Return the score to expect: the paper's E, for so much uncertainty of both together."""
    phi = deviation / 173.7178
    g = 1 / sqrt(1 + 3 * phi**2 / pi**2)
    return 1 / (1 + exp(-g * (mine - other) / 173.7178))


def _far(number: float, other: float) -> bool:
    return abs(number - other) > TOLERANCE
