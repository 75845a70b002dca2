"""The arithmetic of matches: Elo differences with errors, ratings, and the sequential test."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, log, log10
from typing import Final

_SCALE: Final = 400 / log(10)
"""Points of Elo that are as much as 1 of a logit."""
_ROUNDS: Final = 2000
"""Rounds of fitting ratings; ten bots need some hundred."""


def elo(score: float) -> float:
    """Return the difference in Elo that a score, the share of points, stands for.

    >>> round(elo(0.75))
    191
    """
    if score <= 0 or score >= 1:
        return float("inf") if score >= 1 else float("-inf")
    return 400 * log10(score / (1 - score))


def elo_error(score: float, error: float) -> float:
    """Return the standard error of the Elo difference, from that of the score."""
    if score <= 0 or score >= 1:
        return float("inf")
    return _SCALE * error / (score * (1 - score))


def score_of(difference: float) -> float:
    """Return the score that a difference in Elo stands for.

    >>> score_of(0)
    0.5
    """
    return 1 / (1 + exp(-difference / _SCALE))


def fitted(
    matches: Iterable[tuple[str, str, float, int]], anchor: str, rating: float
) -> dict[str, float]:
    """Return the ratings that explain matches best, with one bot's rating given.

    A match: two bots, the points of the first, the games. It is Bradley and Terry's model, fitted
    by maximum likelihood. Matches without a win or without a loss have no finite fit.

    >>> {bot: round(rating) for bot, rating in fitted([("a", "b", 75, 100)], "b", 1700).items()}
    {'a': 1891, 'b': 1700}
    """
    points: dict[str, float] = {}
    games: dict[str, dict[str, int]] = {}
    for first, second, won, played in matches:
        for bot, other, score in ((first, second, won), (second, first, played - won)):
            points[bot] = points.get(bot, 0.0) + score
            opponents = games.setdefault(bot, {})
            opponents[other] = opponents.get(other, 0) + played
    strengths = dict.fromkeys(games, 1.0)
    for _round in range(_ROUNDS):
        for bot, opponents in games.items():
            expected = sum(
                played / (strengths[bot] + strengths[other]) for other, played in opponents.items()
            )
            strengths[bot] = points[bot] / expected
    return {
        bot: rating + _SCALE * log(strength / strengths[anchor])
        for bot, strength in strengths.items()
    }


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test: is the first bot stronger by `better` Elo, or only by `same`?

    It stops as soon as the pairs of games decide, with an error of `risk` either way. A pair is one
    deal with both seatings; its points are taken as normally distributed.
    """

    same: float = 0.0
    better: float = 30.0
    risk: float = 0.05

    def likelihood(self, pairs: Sequence[float]) -> float:
        """Return the logarithm of the likelihood ratio after pairs of 0 to 2 points."""
        count = len(pairs)
        if count < 2:
            return 0.0
        mean = sum(pairs) / count / 2
        # half a pair of each result beforehand: equal pairs are no proof of anything
        spread = sum((points / 2 - mean) ** 2 for points in pairs) + 0.25
        low, high = score_of(self.same), score_of(self.better)
        return (high - low) * (2 * mean - low - high) * count * count / (2 * spread)

    def verdict(self, pairs: Sequence[float]) -> bool | None:
        """Return whether it is better; `None` as long as the pairs don't decide."""
        bound = log((1 - self.risk) / self.risk)
        likelihood = self.likelihood(pairs)
        if abs(likelihood) < bound:
            return None
        return likelihood > 0
