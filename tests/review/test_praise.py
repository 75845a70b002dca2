"""Praise: what a player did best, true of the game."""

from collections.abc import Sequence

import pytest

from engine.analysis.review import Label, TurnReview
from games.review.praise import praise

BEST, GOOD, MISTAKE, BLUNDER = Label.BEST, Label.GOOD, Label.MISTAKE, Label.BLUNDER


def turns(labels: Sequence[Label], chance: float = 0.5, seat: int = 0) -> list[TurnReview]:
    """Return turns of a seat and, between them, blunders of the other one."""
    return [
        TurnReview(
            number=number,
            seat=seat if number % 2 else 1 - seat,
            before=number,
            last=number,
            chance=chance if number % 2 else 1 - chance,
            loss=0.0,
            open_loss=0.0,
            luck=0.0,
            label=labels[number // 2] if number % 2 else BLUNDER,
            missed_win=False,
            played=(),
            played_events=(),
        )
        for number in range(1, 2 * len(labels))
    ]


@pytest.mark.parametrize(
    ("reviewed", "winner", "sentence"),
    [
        ([*turns([BEST] * 8)], 1, "From turn 1 to turn 15 you played 8 turns without a mistake."),
        (
            [*turns([BEST, GOOD, MISTAKE, BEST])],
            1,
            "In 2 of your 4 turns there was nothing better.",
        ),
        ([*turns([MISTAKE, GOOD, MISTAKE, BEST])], 1, "None of your 4 turns was a blunder."),
        ([*turns([BLUNDER, GOOD, BLUNDER])], 1, "Turn 3 was a good one: nothing was lost by it."),
        (
            [*turns([GOOD, GOOD, BLUNDER])],
            1,
            "2 of your turns were good; the last of them was turn 3.",
        ),
        ([*turns([BLUNDER, MISTAKE])], 1, ""),
        ([], None, ""),
    ],
)
def test_the_best_that_is_true(
    reviewed: list[TurnReview], winner: int | None, sentence: str
) -> None:
    assert praise(reviewed, 0, winner) == sentence


def test_a_comeback_is_one_of_the_winner() -> None:
    reviewed = turns([BLUNDER] * 3, chance=0.125)
    assert praise(reviewed, 0, 0) == (
        "You came back: after turn 1 your chance was 12 %, and you won."
    )
    assert praise(reviewed, 0, 1) == ""
    team = turns([BLUNDER] * 3, chance=0.125, seat=2)
    assert praise(team, 2, 0) == praise(reviewed, 0, 0)
    assert "came back" not in praise(reviewed, 1, 1)
