"""Playing on: plans compared by the chance to win some rounds later, in imagined worlds."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.bots.network import chance_of
from engine.bots.search import Judge, Limits, Path, TurnSearch, end_turn, step, without_its_end
from engine.bots.value import WEIGHTS, WIN, Value
from engine.bots.worlds import another_world
from engine.chance import Stream
from engine.table import DRAWN, RUNNING, Table

ON: Final = Limits(nodes=160, width=12)
"""The limits of the search of a turn in a game that is played on."""
SMALLEST: Final = 0.0005
"""Chances are kept this far from 0 and 1, so that they have a logit."""
BY_HAND: Final = Value(WEIGHTS)


@dataclass(frozen=True, slots=True)
class PlayOn:
    """How far the best plans are played on: `plans` at first, in `worlds` imagined worlds.

    After each number of worlds in `halving` the worst plan, or the worse half, is given up.
    `rounds`: in a round each seat has one turn, so it ends with a turn of the same side.
    """

    plans: int = 4
    worlds: int = 32
    halving: tuple[int, ...] = (8, 16)
    rounds: int = 1


class PlanComparison:
    """The plans of one decision of a side, played on in imagined worlds.

    `totals`: plan -> the sum of its chances to win. `worlds`: plan -> in how many worlds it was
    played on. `nodes`: answers tried. `known`: the seats whose hands the side sees. `limits`: of
    the search of each turn that is played.
    """

    __slots__ = (
        "_deck_is_known",
        "_judge",
        "_known",
        "_limits",
        "_side",
        "_table",
        "nodes",
        "totals",
        "worlds",
    )

    def __init__(
        self,
        judge: Judge,
        side: int,
        table: Table,
        known: Sequence[int],
        deck_is_known: bool = False,
        limits: Limits = ON,
    ) -> None:
        self._limits = limits
        self._judge = judge
        self._side = side
        self._table = table
        self._known = known
        self._deck_is_known = deck_is_known
        self.nodes = 0
        self.totals: dict[Path, float] = {}
        self.worlds: dict[Path, int] = {}

    def best(
        self, ranked: Sequence[Path], on: PlayOn, dice: Stream, whole_plans: bool = False
    ) -> Path:
        """Return the plan that stands best, of plans in the order of their chances without it.

        It stops when all plans that are left begin with the same answer, unless `whole_plans`.
        """
        plans = list(ranked)
        self.totals = dict.fromkeys(plans, 0.0)
        self.worlds = dict.fromkeys(plans, 0)
        # all worlds of a twin are the same
        for number in range(1 if self._deck_is_known else on.worlds):
            if number in on.halving:
                plans.sort(key=lambda path: -self.totals[path])
                del plans[max(2, (len(plans) + 1) // 2 + (number == on.halving[0])) :]
            if not whole_plans and len({path[0] for path in plans}) == 1:
                break
            world = self.world(dice)
            for path in plans:
                self.totals[path] += self.chance_after(world, path, on.rounds)
                self.worlds[path] += 1
        return max(plans, key=lambda path: self.totals[path])

    def world(self, dice: Stream) -> Table:
        """Return another table that the side can't tell from the one it sees."""
        return another_world(self._table, self._known, dice, self._deck_is_known)

    def chance_after(self, world: Table, path: Path, rounds: int) -> float:
        """Return the chance to win after a plan and some rounds, in one imagined world."""
        table = without_its_end(world)
        for option in path:
            if option not in table.options or table.stack[-1][2] != self._side:
                break
            step(table, option)
        table = self._turn_played(table)
        for _turn in range(rounds * table.players):
            if table.ending != RUNNING:
                break
            end_turn(table)
            table = self._turn_played(table)
        if table.ending == DRAWN:
            return 0.5
        return certain(self._judge(table, self._side))

    def _turn_played(self, table: Table) -> Table:
        """Return the table at the end of the running turn, each side playing its best."""
        while table.stack and table.ending == RUNNING:
            side = table.stack[-1][2]
            judge = self._judge if side == table.side else BY_HAND
            result = TurnSearch(judge, side, self._limits)(table, table.options)
            self.nodes += result.nodes
            if result.end is None:
                raise RuntimeError("a search without an end")
            table = result.end
        return table


def certain(value: float) -> float:
    """Return the chance that a value stands for: 1 only for a win."""
    if value >= WIN:
        return 1.0
    return min(chance_of(value), 1 - SMALLEST)
