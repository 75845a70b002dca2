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
"""The most of the chance to win that a turn with a label loses; more is a blunder.

The hand-written value errs: less than 8 to 10 per cent is no proof of a mistake.
"""


def label_of(loss: float, missed_win: bool = False) -> Label:
    """Return the label of a turn by its lost chance; a missed sure win is a mistake at least."""
    label = next((label for label, limit in LIMITS.items() if loss <= limit), Label.BLUNDER)
    if missed_win and label != Label.BLUNDER:
        return Label.MISTAKE
    return label


def accuracy(losses: Iterable[float]) -> int | None:
    """Return how well a side has chosen, 0 to 100; `None` without a turn.

    The mean over its turns of a curve that is 100 without a loss and 61 at a loss of 10 per cent.
    """
    marks = [100 * exp(-5 * loss) for loss in losses]
    return round(sum(marks) / len(marks)) if marks else None
