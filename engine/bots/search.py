"""All the ways to end a turn: from an open decision to the end of the turn that runs.

The search goes answer by answer, all chains of answers at the same time, on copies of the table.
Tables that come out equal are merged, as most orders of the same choices do. When a turn has
too many ends (a technology at level 5 applies five levels, each with its choices), only the best
tables of each first answer are followed, and after `Limits.nodes` answers the search takes what
it has: a number of answers, not a time, so that the same question gets the same answer on a slow
machine.

The turn ends before its draw: the frame of the turn is taken off the stack, so nothing follows.
Where the other side chooses, it takes what is worst for the searching side.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from engine.notation import asking
from engine.programs import SEAT_TURN
from engine.rules import answer, run
from engine.rules.turn import turn
from engine.table import RUNNING, Table

Judge = Callable[[Table, int], float]
"""What a table is worth to a side at the end of a turn."""

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Limits:
    """`nodes`: answers tried in all; `width`: tables followed at a time."""

    nodes: int
    width: int


@dataclass(slots=True)
class Found:
    """What a search has found.

    `values`: option -> the best end of the turn that it can lead to. `lucky`: the options after
    which something was drawn, so that their values hang on how the unseen cards were imagined.
    `nodes`: answers tried.
    """

    values: dict[int, float] = field(default_factory=dict)
    lucky: set[int] = field(default_factory=set)
    nodes: int = 0


def without_its_end(table: Table) -> Table:
    """Return a copy that stops at the end of the running turn: nobody draws, nobody is next."""
    copy = table.copy()
    if copy.stack[0][0] == SEAT_TURN and copy.stack[0][1] > 0:
        del copy.stack[0]
    return copy


def step(table: Table, option: int) -> None:
    """Answer the open decision; the answer that begins a turn leaves its end off the stack."""
    if table.stack[-1][0] != SEAT_TURN:
        answer(table, option)
        return
    instruction = asking(table)
    table.stack.pop()
    table.options = []
    turn(table, instruction, option)
    table.stack += table.new_frames[::-1]
    table.new_frames.clear()
    run(table)


class Search:
    """One search: `search(table, options)` gives what each option can lead to for a side."""

    __slots__ = ("_draws", "_found", "_judge", "_limits", "_side")

    def __init__(self, judge: Judge, side: int, limits: Limits) -> None:
        self._judge = judge
        self._side = side
        self._limits = limits
        self._found = Found()
        self._draws = (0, 0, 0, 0)

    def __call__(self, table: Table, options: list[int]) -> Found:
        """Search these answers to the decision that is open on the table."""
        self._found = Found()
        table = without_its_end(table)
        self._draws = _draws(table)
        frontier = {}
        ends: dict[Key, int] = {}
        # A set of first answers is a bit mask: merged tables belong to all that lead to them.
        for place, option in enumerate(options):
            self._follow(table, option, 1 << place, options, frontier, ends)
        while frontier:
            layer = self._narrowed(frontier, options)
            frontier = {}
            for at, first in layer:
                if self._found.nodes + len(at.options) > self._limits.nodes:
                    self._note(at, first, options)
                    continue
                for option in at.options:
                    self._follow(at, option, first, options, frontier, ends)
        return self._found
