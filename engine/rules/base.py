"""Shared parts of operations: common answers, filters and amounts."""

from dataclasses import replace
from typing import Final

from engine.effects import Where
from engine.instructions import Instruction
from engine.names import PLANETS, Planet
from engine.table import Table

NO: Final[list[int]] = []
YES: Final = [0]
DECLINE: Final = -1
UNANSWERED: Final = -2


def always(_: Table, __: Instruction) -> bool:
    """A `can` for effects that can always be applied."""
    return True


def never(_: Table, __: Instruction) -> bool:
    """Not an effect."""
    return False


def write_planet(_: Table, __: Instruction, planet: int) -> str:
    """Write the choice of a planet."""
    return f"planet {PLANETS[planet]}"


def amount(table: Table, instruction: Instruction) -> int:
    """Return the amount, by the step of the cost that was paid if there is one for each."""
    amounts = instruction.amounts
    return amounts[table.step] if len(amounts) > 1 else amounts[0]


def choosing(where: Where, instruction: Instruction) -> Instruction:
    """Return the instruction with the planets that may be chosen."""
    if isinstance(where, Planet):
        return replace(instruction, planets=(int(where),))
    planets = tuple(int(planet) for planet in Planet if planet != where.other_than)
    return replace(
        instruction, planets=planets, another=where.another, disc=int(where.disc), chosen=True
    )
