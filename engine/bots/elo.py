"""The arithmetic of matches: Elo differences with their errors, and the sequential test."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, log10
from typing import Final

_SCALE: Final = 400 / log(10)
"""Points of Elo that are as much as 1 of a logit."""


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
