"""Parsing and writing of actions, as `position.md` defines them.

Inside the engine an answer is an int whose meaning depends on the operation that asks. This module
turns ints into lines like `recruit nero`, and tells a malformed line from an illegal action.
"""

from dataclasses import dataclass
from itertools import combinations

from engine.agents import NUMBER
from engine.instructions import Instruction, Question
from engine.names import FACTIONS, PLACES, PLANETS
from engine.rules import DECLINE, PROGRAMS, card_action, chosen_cards
from engine.sources import SOURCES
from engine.table import NOT_CHOSEN, Table


@dataclass(frozen=True, slots=True)
class Decision:
    """An open question with all its legal answers.

    `seats`: who may answer. `kind`: mulligan, order, turn, planet, row, column, count, discard,
    give, either, token, technology or share. `source`: what asks (an agent's slug, `technology
    animod 4`, `token mars`, `line 2`, `leadership`, `turn`, `mulligan`). `optional`: whether
    `decline`, always the last option, is among the answers.

    >>> from engine import Game, Options, deal
    >>> decision = Game(deal(Options(), "any text")).pending[0]
    >>> decision.seats, decision.kind, len(decision.options), decision.optional
    ((0,), 'mulligan', 16, False)
    """

    seats: tuple[int, ...]
    kind: str
    options: tuple[str, ...]
    source: str
    optional: bool


def asking(table: Table) -> Instruction:
    """Return the instruction whose question is open."""
    source, at = table.stack[-1][:2]
    return PROGRAMS[source][at]


def decision(table: Table) -> Decision:
    """Return the decision on top of the stack."""
    instruction = asking(table)
    question = instruction.op
    assert isinstance(question, Question)
    return Decision(
        seats=table.seats_asked(),
        kind=question.kind,
        options=tuple(
            "decline" if option == DECLINE else question.write(table, instruction, option)
            for option in table.options
        ),
        source=SOURCES[table.stack[-1][0]],
        optional=table.options[-1] == DECLINE,
    )


def mulligan_decisions(table: Table) -> tuple[Decision, ...]:
    """Return the decisions of the seats that have not yet chosen which cards to replace."""
    return tuple(
        Decision((seat,), "mulligan", mulligan_actions(table.hands[seat]), "mulligan", False)
        for seat, choice in enumerate(table.mulligan)
        if choice == NOT_CHOSEN
    )


def mulligan_options(size: int) -> list[int]:
    """Return the sets of cards that a hand of that size can replace, one bit per card."""
    places = range(size)
    return [
        sum(1 << place for place in chosen)
        for count in range(size + 1)
        for chosen in combinations(places, count)
    ]


def mulligan_actions(hand: tuple[int, ...]) -> tuple[str, ...]:
    """Write the answers to a mulligan, in the order of `mulligan_options`."""
    options = mulligan_options(len(hand))
    return tuple(card_action("redraw", chosen_cards(hand, option)) for option in options)


def is_action(text: object) -> bool:
    """Whether the text is a well-formed action, legal or not.

    >>> is_action("recruit nero"), is_action("recruit neo"), is_action("recruit nero atlas")
    (True, False, False)
    """
    if not isinstance(text, str):
        return False
    verb, *rest = text.split(" ")
    match verb:
        case "redraw":
            return len(set(rest)) == len(rest) <= 4 and all(word in NUMBER for word in rest)
        case "share":
            return 1 <= len(set(rest)) == len(rest) <= 2 and all(word in NUMBER for word in rest)
        case "give" | "decline":
            return not rest
        case _ if len(rest) != 1:
            return False
        case "recruit" | "develop" | "lead" | "discard":
            return rest[0] in NUMBER
        case "planet" | "row" | "transfer":
            return rest[0] in PLANETS
        case "exile":
            return rest[0] in PLANETS or _is_number(rest[0])
        case "first" | "spend" | "option":
            return _is_number(rest[0])
        case "token":
            return rest[0] in PLACES
        case "technology":
            return rest[0] in FACTIONS
    return False


def _is_number(word: str) -> bool:
    """Whether the word is a whole number as the engine writes it: no sign, no leading zero."""
    return word.isascii() and word.isdigit() and len(word) <= 2 and (word == "0" or word[0] != "0")
