"""What all rules share: the answers every decision may have, and the amount of an effect."""

from typing import Final

from engine.programs import Instruction
from engine.table import Table

NO: Final[list[int]] = []
YES: Final = [0]
DECLINE: Final = -1
UNANSWERED: Final = -2


def always(_: Table, __: Instruction) -> bool:
    """Nothing stands in the way of this effect."""
    return True


def never(_: Table, __: Instruction) -> bool:
    """Not an effect."""
    return False


def amount(table: Table, instruction: Instruction) -> int:
    """Return the amount, by the step of the cost that was paid if there is one for each."""
    amounts = instruction.amounts
    return amounts[table.step] if len(amounts) > 1 else amounts[0]
