"""A sentence of praise for a player that is true of the game."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.analysis.review import Label, TurnReview

FINE: Final = (Label.BEST, Label.GOOD)
LOST: Final = 0.25
"""With a chance up to this a game looked lost."""
IN_A_ROW: Final = 6
"""Turns without a mark that are a streak."""
SOME: Final = 4
"""Turns that are enough to speak of their share, or of none being a blunder."""


def praise(turns: Sequence[TurnReview], seat: int, winner: int | None) -> str:
    """Return what a player did best; empty if there is nothing to praise.

    `turns`: of all players; `winner`: the side that won.
    """
    own = [turn for turn in turns if turn.seat == seat]
    return (
        _comeback(turns, seat % 2, winner) or _streak(own) or _best_ones(own) or _no_blunder(own)
    ) or _one_of(own)


def _comeback(turns: Sequence[TurnReview], side: int, winner: int | None) -> str:
    if winner != side:
        return ""
    chances = [
        (turn.chance if turn.seat % 2 == side else 1 - turn.chance, turn.number) for turn in turns
    ]
    lowest, number = min(chances, default=(1.0, 0))
    if lowest > LOST:
        return ""
    return _("You came back: after turn %(number)d your chance was %(chance)d %%, and you won.") % {
        "number": number,
        "chance": round(100 * lowest),
    }


def _streak(own: Sequence[TurnReview]) -> str:
    runs = [(is_fine, list(run)) for is_fine, run in groupby(own, lambda t: t.label in FINE)]
    longest = max((run for is_fine, run in runs if is_fine), key=len, default=[])
    if len(longest) < IN_A_ROW:
        return ""
    return _("From turn %(first)d to turn %(last)d you played %(n)d turns without a mistake.") % {
        "first": longest[0].number,
        "last": longest[-1].number,
        "n": len(longest),
    }


def _best_ones(own: Sequence[TurnReview]) -> str:
    best = sum(turn.label is Label.BEST for turn in own)
    if len(own) < SOME or 2 * best < len(own):
        return ""
    words = {"n": best, "all": len(own)}
    return _("In %(n)d of your %(all)d turns there was nothing better.") % words


def _no_blunder(own: Sequence[TurnReview]) -> str:
    if len(own) < SOME or any(turn.label is Label.BLUNDER for turn in own):
        return ""
    return _("None of your %(n)d turns was a blunder.") % {"n": len(own)}


def _one_of(own: Sequence[TurnReview]) -> str:
    fine = [turn for turn in own if turn.label in FINE]
    if not fine:
        return ""
    text = ngettext(
        "Turn %(number)d was a good one: nothing was lost by it.",
        "%(n)d of your turns were good; the last of them was turn %(number)d.",
        len(fine),
    )
    return text % {"n": len(fine), "number": fine[-1].number}
