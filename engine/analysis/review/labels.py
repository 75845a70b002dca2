"""Labels of turns by the chance to win that they lost, and the accuracy of a side."""

from collections.abc import Iterable
from enum import StrEnum
from math import exp
from typing import Final


class Label(StrEnum):
    """How good a turn was."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


LABELS: Final = tuple(Label)
"""All labels, the best first."""
LIMITS: Final = {
    Label.BEST: 0.01,
    Label.GOOD: 0.05,
    Label.INACCURACY: 0.09,
    Label.MISTAKE: 0.18,
}
"""The most of the chance to win that a turn with a label loses; more is a blunder."""
SURE: Final = 2
"""A loss is proven if it exceeds its error so many times."""


def label_of(loss: float, error: float = 0.0, missed_win: bool = False) -> Label:
    """Return the label of a turn by its lost chance and the standard error of it.

    A loss that is not proven is no mark. A sure win that is missed is a mistake at least, unless
    the turn played wins just as well.
    """
    label = next((label for label, limit in LIMITS.items() if loss <= limit), Label.BLUNDER)
    if not is_proven(loss, error):
        return label if label in (Label.BEST, Label.GOOD) else Label.GOOD
    return Label.MISTAKE if missed_win and label != Label.BLUNDER else label


def is_proven(loss: float, error: float) -> bool:
    """Whether a loss exceeds its standard error so often that it is believed."""
    return loss > SURE * error


def accuracy(losses: Iterable[float]) -> int | None:
    """Return how well a side has chosen, 0 to 100; `None` without a turn.

    The mean over its turns of a curve that is 100 without a loss and 61 at a loss of 10 per cent.
    """
    marks = [100 * exp(-5 * loss) for loss in losses]
    return round(sum(marks) / len(marks)) if marks else None
