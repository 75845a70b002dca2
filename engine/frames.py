"""The stack of pending frames as JSON, for snapshots and views."""

from typing import Any, Final

from engine.agents import SLUGS
from engine.boxes import Cards
from engine.errors import BadPosition
from engine.names import PLANETS
from engine.public_types import FrameData
from engine.rules import PROGRAMS
from engine.sources import AGENT, SEAT_TURN, SOURCE_KEYS, SOURCE_NUMBER
from engine.table import NOT_CHOSEN, Frame, Table
from engine.text import Text, gettext_noop

_KEYS: Final = frozenset(("source", "at", "side", "chosen", "card", "step", "left"))


def write(table: Table) -> list[FrameData]:
    """Return the stack, the next frame to run last; nothing in it is hidden from any viewer.

    `source`: what asks; `at`: the next instruction of its program; `side`: whose effect; then
    what the program remembers: planets `chosen`, the `card` moved last, the `step` of the cost
    paid (from 0), how many times the instruction is `left` to repeat (0: not begun).
    """
    return [
        {
            "source": SOURCE_KEYS[source],
            "at": at,
            "side": you,
            "chosen": [name for bit, name in enumerate(PLANETS) if chosen >> bit & 1],
            "card": None if card == -1 else SLUGS[card],
            "step": step,
            "left": left,
        }
        for source, at, you, chosen, card, step, left in table.stack
    ]


def at_turn(side: int) -> list[FrameData]:
    """Return the stack at the beginning of a seat's turn, as `write` writes it."""
    return [
        {
            "source": SOURCE_KEYS[SEAT_TURN],
            "at": 0,
            "side": side,
            "chosen": [],
            "card": None,
            "step": 0,
            "left": 0,
        }
    ]


def read(stack: object, cards: Cards) -> list[Frame]:
    """Return the frames that `write` wrote for these cards; `BadPosition` for anything else."""
    if not isinstance(stack, list) or len(stack) > 100:
        raise _bad_stack()
    return [_frame(frame, cards) for frame in stack]


def _frame(data: Any, cards: Cards) -> Frame:
    try:
        if data.keys() != _KEYS:
            raise _bad_stack()
        key = data["source"]
        source = AGENT + cards.number[key] if key in cards.number else SOURCE_NUMBER[key]
        chosen = sum(1 << PLANETS.index(name) for name in set(data["chosen"]))
        card = -1 if data["card"] is None else cards.number[data["card"]]
        numbers = [data["at"], data["side"], data["step"], data["left"]]
        limits = [len(PROGRAMS[source]), 2, 3, 10]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _bad_stack() from error
    for number, limit in zip(numbers, limits, strict=True):
        if type(number) is not int or not 0 <= number < limit:
            raise _bad_stack()
    at, side, step, left = numbers
    return (source, at, side, chosen, card, step, left)


def read_mulligan(table: Table, choices: object) -> list[int]:
    """Return the mulligan choices of the seats; raises `BadPosition` if they are invalid."""
    hand = min(len(hand) for hand in table.hands)
    if not isinstance(choices, list) or len(choices) not in (0, len(table.hands)):
        raise _bad_stack()
    for choice in choices:
        if type(choice) is not int or not NOT_CHOSEN <= choice < 1 << hand:
            raise _bad_stack()
    return list(choices)


def _bad_stack() -> BadPosition:
    return BadPosition("bad_stack", Text(gettext_noop("What is pending can't be read.")))
