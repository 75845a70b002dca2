"""The rules: what can be answered at a table, and what an answer does."""

from engine.rules.base import DECLINE
from engine.rules.loop import answer, mulligan, run
from engine.rules.turn import (
    DEVELOP_CARD,
    LEAD,
    RECRUIT,
    chosen_cards,
    end_in_a_draw,
    push_turn,
    take_back_the_draw,
    turn_options,
)

__all__ = [
    "DECLINE",
    "DEVELOP_CARD",
    "LEAD",
    "RECRUIT",
    "answer",
    "chosen_cards",
    "end_in_a_draw",
    "mulligan",
    "push_turn",
    "run",
    "take_back_the_draw",
    "turn_options",
]
