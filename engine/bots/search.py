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

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from engine.bots.value import WIN
from engine.notation import asking
from engine.rules import answer, run
from engine.rules.turn import turn
from engine.sources import SEAT_TURN
from engine.table import RUNNING, Table

Judge = Callable[[Table, int], float]
"""The value of a table to a side at the end of a turn."""

Key = tuple[object, ...]
Path = tuple[int, ...]
"""Answers of the searching side, in order."""

MIN_WIDTH: Final = 6
SHARE: Final = 24
"""The remaining answers are shared among this many: width times answers."""


@dataclass(frozen=True, slots=True)
class Limits:
    """`nodes`: answers tried in all; `width`: tables followed at a time."""

    nodes: int
    width: int


@dataclass(slots=True)
class SearchResult:
    """The result of a search.

    `values`: option -> the best end of the turn that it can lead to. `lucky`: the options after
    which something was drawn, so that their values hang on how the unseen cards were imagined.
    `nodes`: answers tried.
    """

    values: dict[int, float] = field(default_factory=dict)
    lucky: set[int] = field(default_factory=set)
    nodes: int = 0
    plans: dict[Path, float] = field(default_factory=dict)
    end: Table | None = None


def without_its_end(table: Table) -> Table:
    """Return a copy that stops at the end of the running turn: no card drawn, no seat is next."""
    copy = table.copy()
    if copy.stack[0][0] == SEAT_TURN and copy.stack[0][1] > 0:
        del copy.stack[0]
    return copy


def step(table: Table, option: int) -> None:
    """Answer the open decision; an answer that begins a turn leaves its end off the stack."""
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


def end_turn(table: Table) -> None:
    """Do what follows a turn whose end `without_its_end` or `step` has cut off."""
    table.stack.append((SEAT_TURN, 1, table.side, 0, -1, 0, 0))
    run(table)


class TurnSearch:
    """A search for one side: the best table that each first answer can lead to.

    `stops_at_a_win`: whether a sure win ends it, as nothing better exists; other answers may have
    no value then.
    """

    __slots__ = (
        "_best",
        "_draws",
        "_ends",
        "_frontier",
        "_judge",
        "_limits",
        "_options",
        "_result",
        "_side",
        "_stops_at_a_win",
    )

    def __init__(
        self, judge: Judge, side: int, limits: Limits, stops_at_a_win: bool = True
    ) -> None:
        self._judge = judge
        self._side = side
        self._limits = limits
        self._stops_at_a_win = stops_at_a_win
        self._result = SearchResult()
        self._best = 0.0
        self._options: list[int] = []
        self._draws = (0, 0, 0, 0)
        self._frontier: dict[Key, _Node] = {}
        self._ends: dict[Key, tuple[float, int]] = {}

    def __call__(self, table: Table, options: list[int]) -> SearchResult:
        """Search these answers to the decision that is open on the table."""
        self._result = SearchResult()
        self._options = options
        self._ends = {}
        start = without_its_end(table)
        self._draws = draws(start)
        self._frontier = {}
        for place, option in enumerate(options):
            self._follow(start, option, 1 << place, (option,))
        while self._frontier and not self._has_won():
            nodes = self._narrowed(list(self._frontier.values()))
            self._frontier = {}
            for node in nodes:
                if self._result.nodes < self._limits.nodes:
                    drawn = draws(node.table) != self._draws
                    for option in node.table.options:
                        path = node.path if drawn else (*node.path, option)
                        self._follow(node.table, option, node.first, path)
                else:
                    value = self._judge(node.table, self._side)
                    self._note(node.table, node.first, node.path, value)
        return self._result

    def _follow(self, table: Table, option: int, first: int, path: Path) -> None:
        """Play an answer on a copy, and keep the resulting tables."""
        table = table.copy()
        self._result.nodes += 1
        step(table, option)
        while table.stack and table.ending == RUNNING and table.stack[-1][2] != self._side:
            table = self._worst(table)
        key = state_key(table)
        if table.stack and table.ending == RUNNING:
            node = self._frontier.setdefault(key, _Node(table, 0, path))
            node.first |= first
            return
        value, known = self._ends.get(key, (0.0, 0))
        if not known:
            value = self._judge(table, self._side)
        if first & ~known:
            self._ends[key] = value, known | first
            self._note(table, first & ~known, path, value)

    def _worst(self, table: Table) -> Table:
        """Return the table after the other side's worst answer for this side."""
        tables = []
        for option in table.options:
            copy = table.copy()
            self._result.nodes += 1
            answer(copy, option)
            tables.append(copy)
        return min(tables, key=lambda copy: self._judge(copy, self._side))

    def _note(self, table: Table, first: int, path: Path, value: float) -> None:
        """Keep the value of a table for all first answers that lead to it."""
        values, drawn = self._result.values, draws(table) != self._draws
        plans = self._result.plans
        plans[path] = max(value, plans.get(path, value))
        if self._result.end is None or value > self._best:
            self._result.end, self._best = table, value
        for place, option in enumerate(self._options):
            if first >> place & 1:
                values[option] = max(value, values.get(option, value))
                if drawn:
                    self._result.lucky.add(option)

    def _has_won(self) -> bool:
        """Whether a first answer wins for certain, so that nothing better exists."""
        result = self._result
        return self._stops_at_a_win and any(
            value >= WIN and option not in result.lucky for option, value in result.values.items()
        )

    def _narrowed(self, nodes: list["_Node"]) -> list["_Node"]:
        """Return the nodes to follow: all, or the best of each first answer if there are many.

        Fewer and fewer when the answers to be tried run out, so that the last ones still reach
        the end of the turn.
        """
        left = self._limits.nodes - self._result.nodes
        width = min(self._limits.width, max(MIN_WIDTH, left // SHARE))
        if len(nodes) <= width:
            return nodes
        nodes.sort(key=lambda node: self._judge(node.table, self._side), reverse=True)
        # merged tables count for the first of their first answers only
        owners = Counter(node.first & -node.first for node in nodes)
        share = max(1, width // len(owners))
        taken: Counter[int] = Counter()
        best: list[_Node] = []
        others: list[_Node] = []
        for node in nodes:
            owner = node.first & -node.first
            taken[owner] += 1
            (best if taken[owner] <= share else others).append(node)
        return best + others[: max(0, width - len(best))]


@dataclass(slots=True)
class _Node:
    """A table in the middle of a turn, the first answers that lead to it, one bit each, and one way
    to it.
    """

    table: Table
    first: int
    path: Path


def draws(table: Table) -> tuple[int, int, int, int]:
    """Return the state that changes when a hidden card or token is revealed."""
    return table.drawn, table.shuffles, len(table.supply), table.token_shuffles


def state_key(table: Table) -> Key:
    """Return the state that two tables must share to be equal from here on.

    What is missing follows from the rest, or can't matter before the turn ends.
    """
    return (
        *table.discs,
        *table.credits,
        *table.zenithium,
        *table.levels,
        *table.columns,
        *table.won,
        *table.hands,
        *table.tokens,
        *table.stack,
        table.badge,
        table.gold,
        table.active,
        table.ending,
        *draws(table),
    )
