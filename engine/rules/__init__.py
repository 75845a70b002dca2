"""The rules: the legal answers at a table, and their effects."""

from engine.rules.base import DECLINE
from engine.rules.loop import answer, mulligan, run
from engine.rules.programs import PROGRAMS
from engine.rules.turn import (
    DEVELOP_CARD,
    LEAD,
    RECRUIT,
    card_action,
    chosen_cards,
    end_in_a_draw,
    push_turn,
    take_back_the_draw,
    turn_action,
    turn_options,
)

__all__ = [
    "DECLINE",
    "DEVELOP_CARD",
    "LEAD",
    "PROGRAMS",
    "RECRUIT",
    "answer",
    "card_action",
    "chosen_cards",
    "end_in_a_draw",
    "mulligan",
    "push_turn",
    "run",
    "take_back_the_draw",
    "turn_action",
    "turn_options",
]
