"""Figures: pure functions of numbers that a year has left."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import log
from statistics import mean, median

LEAST = 1e-9
"""Nothing is expected for surer than this."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """What the ratings expected of side 0 just before a rated game ended, and what it scored.

    `unsure`: the greatest RD at the table; `true`: what hidden strength expected.
    """

    pool: str
    expected: float
    score: float
    unsure: float
    true: float


@dataclass(frozen=True, slots=True)
class Bin:
    """Predictions that are near to each other."""

    count: int
    expected: float
    scored: float
    true: float


def ranks(values: Sequence[float]) -> list[float]:
    """Return the place of each value, 1 for the least; those that are equal share the middle."""
    order = sorted(range(len(values)), key=lambda number: values[number])
    places = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start
        while end + 1 < len(order) and values[order[end + 1]] == values[order[start]]:
            end += 1
        for number in order[start : end + 1]:
            places[number] = (start + end) / 2 + 1
        start = end + 1
    return places


def correlation(pairs: Iterable[tuple[float, float]]) -> float:
    """Return how well two orders fit (Spearman): 1 for the same, 0 for nothing in common."""
    values = list(pairs)
    if len(values) < 2:
        return float("nan")
    first, second = (ranks([pair[n] for pair in values]) for n in (0, 1))
    middle = (len(values) + 1) / 2
    across = sum((a - middle) * (b - middle) for a, b in zip(first, second, strict=True))
    spread = [sum((a - middle) ** 2 for a in places) for places in (first, second)]
    both = (spread[0] * spread[1]) ** 0.5
    return across / both if both else float("nan")


def bins(predictions: Iterable[Prediction], count: int = 10) -> list[Bin]:
    """Return the predictions in equal steps from 0 to 1; steps without any are left out."""
    groups: dict[int, list[Prediction]] = {}
    for prediction in predictions:
        groups.setdefault(min(count - 1, int(prediction.expected * count)), []).append(prediction)
    return [
        Bin(
            len(group),
            mean(prediction.expected for prediction in group),
            mean(prediction.score for prediction in group),
            mean(prediction.true for prediction in group),
        )
        for _number, group in sorted(groups.items())
    ]


def brier(pairs: Iterable[tuple[float, float]]) -> float:
    """Return the mean square of what was missed, of (expected, score): the less the better."""
    return mean((expected - score) ** 2 for expected, score in pairs)


def log_score(pairs: Iterable[tuple[float, float]]) -> float:
    """Return the mean of -log of what was expected of what came, a draw as half of each."""
    sure = ((min(max(expected, LEAST), 1 - LEAST), score) for expected, score in pairs)
    return mean(-(score * log(chance) + (1 - score) * log(1 - chance)) for chance, score in sure)


SCORES: dict[str, Callable[[Iterable[tuple[float, float]]], float]] = {
    "Brier score": brier,
    "log score": log_score,
}


def spread(values: Sequence[float]) -> str:
    """Return the median, and between what the middle half lies."""
    if not values:
        return "none"
    ordered = sorted(values)
    low, high = ordered[len(ordered) // 4], ordered[(3 * len(ordered)) // 4]
    return f"{median(ordered):.0f} ({low:.0f} to {high:.0f})"
