"""The figures of a year, as they are printed and kept in docs/ratings.md."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from games.ratings.models import UNSURE, Pool, RatingChange
from tools.simulation.simulator import DAY, WEEK
from tools.simulation.year import contests_report, figures
from tools.simulation.year.figures import Prediction
from tools.simulation.year.people import START

if TYPE_CHECKING:
    from tools.simulation.year.year import Year

AFTER = (10, 30, 100)
"""Games, after which rating and strength are compared."""
RIGHT = 100
"""Points from the true strength within which a rating is at the right place."""
GROWN = 13 * WEEK
"""By then most have found their ratings."""
SURE_AFTER = (8, 10, 12, 15, 20)
MOST_REFUSALS = 20
"""Sentences that are printed, the most frequent ones."""


class Report:
    """Says how good the ratings of a year are."""

    def __init__(self, year: "Year") -> None:
        self.year = year
        self.careers = _careers(year)

    def lines(self) -> Iterator[str]:
        """Yield the whole report."""
        size, counts = self.year.size, self.year.diary.counts
        yield (
            f"{size.players} players, {size.weeks} weeks, seed {size.seed}: "
            f"{sum(1 for _ in self.year.diary.over)} games have ended"
        )
        yield from (f"  {name}: {count}" for name, count in sorted(counts.items()))
        yield "rank correlation of rating with strength (players)"
        for pool in Pool:
            yield f"  {pool:6}" + "  ".join(self._correlation(pool, games) for games in AFTER)
        yield from self._sure()
        for name, some in self._groups():
            yield from _calibration(name, some)
        yield from self._newcomers()
        yield from contests_report.lines(self.year)
        for sentence, count in self.year.diary.refused.most_common(MOST_REFUSALS):
            yield f"refused {count} times: {sentence}"

    def _correlation(self, pool: str, games: int) -> str:
        pairs = [
            (career[games - 1].value, career[games - 1].strength)
            for (of, _user), career in self.careers.items()
            if of == pool and len(career) >= games
        ]
        return f"after {games}: {figures.correlation(pairs):.2f} ({len(pairs)})"

    def _sure(self) -> Iterator[str]:
        yield f"share of players with RD < {UNSURE} after so many games, by correspondence"
        careers = [career for (pool, _user), career in self.careers.items() if pool == Pool.DAYS]
        late = [career for career in careers if career[0].at > START + GROWN]
        for games in SURE_AFTER:
            yield (
                f"  {games:3}: {_share(careers, games)}; "
                f"of those who came after {GROWN.days} days {_share(late, games)}"
            )

    def _groups(self) -> Iterator[tuple[str, Sequence[Prediction]]]:
        known = self.year.judge.predictions
        people = [prediction for prediction in known if prediction.pool != Pool.SOLO]
        yield "all games of people", people
        yield (
            f"games in which all players are sure (RD < {UNSURE})",
            [prediction for prediction in people if prediction.unsure < UNSURE],
        )
        for pool in Pool:
            yield f"games {pool}", [prediction for prediction in known if prediction.pool == pool]

    def _newcomers(self) -> Iterator[str]:
        """Say how fast those who are strong and come late are where they belong."""
        strong = [person for person in self.year.people.values() if person.strong]
        games, days = [], []
        late = 0
        for person in strong:
            career = self.careers.get((Pool.DAYS, person.user.pk), [])
            there = next((n for n, step in enumerate(career) if step.is_right), None)
            if there is None:
                late += 1
                continue
            games.append(float(there + 1))
            days.append((career[there].at - person.joins) / DAY)
        yield (
            f"{len(strong)} strong newcomers: rating within {RIGHT} points of the strength after "
            f"{figures.spread(games)} games, {figures.spread(days)} days; {late} not in this year"
        )


class Step:
    """A rating after a game, and the true strength then."""

    __slots__ = ("at", "deviation", "strength", "value")

    def __init__(self, value: float, deviation: float, strength: float, at: datetime) -> None:
        self.value, self.deviation, self.strength, self.at = value, deviation, strength, at

    @property
    def is_right(self) -> bool:
        """Whether the rating is where it belongs."""
        return abs(self.value - self.strength) <= RIGHT


def _share(careers: Sequence[Sequence[Step]], games: int) -> str:
    there = [career[games - 1] for career in careers if len(career) >= games]
    if not there:
        return "no player"
    sure = sum(step.deviation < UNSURE for step in there)
    return f"{100 * sure / len(there):.0f} % of {len(there)}"


def _careers(year: "Year") -> dict[tuple[str, int], list[Step]]:
    """Return the ratings of all players after each of their games that counted."""
    rows = (
        RatingChange.objects.filter(rated__counts=True, rating__bot="")
        .order_by("rated__pool", "rated__place")
        .values_list(
            *("rated__pool", "rating__user", "rated__game", "rated__at"),
            *("after_value", "after_deviation"),
        )
    )
    steps: dict[tuple[str, int], list[Step]] = defaultdict(list)
    for pool, user, game, at, value, deviation in rows:
        over = year.diary.over[game]
        strength = over.strengths[over.game.users.index(user)]
        steps[pool, user].append(Step(value, deviation, strength, at))
    return steps


def _calibration(name: str, predictions: Sequence[Prediction]) -> Iterator[str]:
    if not predictions:
        return
    yield f"calibration, {name}: {len(predictions)}"
    yield f"  {'expected':>9}{'scored':>9}{'by strength':>13}{'games':>8}"
    for tenth in figures.bins(predictions):
        yield f"  {tenth.expected:9.3f}{tenth.scored:9.3f}{tenth.true:13.3f}{tenth.count:8}"
    rate = sum(prediction.score for prediction in predictions) / len(predictions)
    for label, score in figures.SCORES.items():
        yield (
            f"  {label}: {score([(p.expected, p.score) for p in predictions]):.4f}; "
            f"always {rate:.2f}: {score([(rate, p.score) for p in predictions]):.4f}; "
            f"hidden strength: {score([(p.true, p.score) for p in predictions]):.4f}"
        )
