"""Instructions, the steps of a program, and operations, their implementations.

An operation is one value that holds all the engine knows of it, next to its functions in
`rules/`. There are two kinds: a `Step` leaves nothing to choose; a `Question` has answers to
choose from, and says how they are written down. All functions of operations read the running
frame from the table: `you`, `chosen`, `card`, `step`, `left`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, final

from engine.effects import YOU, DiscAt
from engine.names import Planet
from engine.table import Table

# How an instruction asks.
MUST: Final = 0
"""Skipped without a legal answer, applied with a single one, asked with several."""
MAY: Final = 1
"""Skipped without a legal answer, else always asked, and may be declined."""
ASK: Final = 2
"""Skipped without a legal answer, else always asked, and can't be declined."""

ALL_PLANETS: Final = tuple(int(planet) for planet in Planet)


@final
@dataclass(frozen=True, slots=True)
class Step:
    """An operation without a choice.

    `can`: whether it could be applied now. `do`: apply it; false if it could not be, and then
    the instructions that depend on it are skipped. `effect`: whether it is an effect, reported as
    skipped when it can't be applied, or only decides where the program goes on.
    """

    can: "Test"
    do: "Test"
    effect: bool = True


@final
@dataclass(frozen=True, slots=True)
class Question:
    """An operation with answers to choose from.

    `kind`: the kind of the decision (`Decision.kind`). `options`: the legal answers now, as ints.
    `apply`: apply one of them; returns how far to go on in the program: 1 = the next instruction,
    0 = the same again. `write`: an answer as an action (`discard nero`).
    """

    kind: str
    options: "Options"
    apply: "Apply"
    write: "Write"


@dataclass(frozen=True, slots=True)
class Instruction:
    """One step of a program. Only `op` is always meant; the others as the operation needs."""

    op: Step | Question
    n: int = 0
    """A planet, a number of cards, an amount, a place, a face, a faction, a distance."""
    amounts: tuple[int, ...] = ()
    """One number for each step of the cost that was paid; or the numbers of a row."""
    who: int = int(YOU)
    planets: tuple[int, ...] = ALL_PLANETS
    """Which planets may be chosen."""
    another: bool = False
    """And none already chosen by this program."""
    disc: int = int(DiscAt.ANYWHERE)
    """And only with a disc there: a `DiscAt`."""
    chosen: bool = False
    """The planet is a choice, and counts as chosen for what follows."""
    buys_influence: bool = False
    """Only cards on whose planet lies a disc: the gain is influence there."""
    ask: int = MUST
    skip: int = 0
    """How many instructions after this one depend on it."""
    parts: "tuple[Program, ...]" = ()
    """The programs that stand after this instruction, to choose from."""


Program = tuple[Instruction, ...]
Test = Callable[[Table, Instruction], bool]
Options = Callable[[Table, Instruction], list[int]]
Apply = Callable[[Table, Instruction, int], int]
Write = Callable[[Table, Instruction, int], str]
Compile = Callable[[Any, int], Instruction]
"""An effect, and how many amounts the cost before it can have -> its instruction."""


def amounts(amount: int | tuple[int, ...], steps: int) -> tuple[int, ...]:
    """Return an effect's amount as one number for each of the `steps` of its cost.

    Raises `ValueError` if there is not one for each.
    """
    if isinstance(amount, int):
        return (amount,)
    if len(amount) != steps:
        raise ValueError(f"{amount} has not one amount for each of {steps} steps of the cost")
    return amount
