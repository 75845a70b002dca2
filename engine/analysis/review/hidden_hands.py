"""Whether turns fit a hand that their player could not see.

A turn that was played is compared with the best others that its player had: in the world as it was,
with the real hand of the other side, and in imagined worlds. By what the player could see, the real
world is one of them like any other. So whatever an honest player chooses, and however well, the
turn stands on average no better in the real world than in the imagined ones. The turns of a player
who knows the hand do: they are chosen for the answer that this hand has.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from engine.analysis.review.judging import judge
from engine.analysis.review.plans import FIRST, read
from engine.bots.play_on import certain
from engine.bots.search import Limits, Path, TurnSearch, draws, end_turn, step, without_its_end
from engine.bots.worlds import another_world
from engine.chance import Chance, Stream
from engine.game import Game
from engine.table import DRAWN, RUNNING, Table

OTHERS: Final = 4
"""How many of the best other plans a turn is compared with."""
WORLDS: Final = 6
"""How many worlds are imagined for a turn."""
SPREAD: Final = (WORLDS + 2) / (12 * WORLDS)
"""The variance of the share of worlds that an honest turn beats: all places are as likely."""
REPLY: Final = Limits(nodes=160, width=12)
"""The limits of the search of the other side's answer."""


@dataclass(slots=True)
class HandFit:
    """How the turns of a seat fit the hand of the other side.

    `beaten`: the sum, over the turns, of the share of imagined worlds in which the turn stood less
    well than in the real one; in an honest player's, half of them on average.
    """

    turns: int = 0
    beaten: float = 0.0

    def add(self, real: float, imagined: Sequence[float]) -> None:
        """Add a turn: its advantage over others in the real world, and in imagined ones.

        A turn that stands as well whatever the hand says nothing.
        """
        if len({real, *imagined}) == 1:
            return
        lower, equal = sum(chance < real for chance in imagined), imagined.count(real)
        self.turns += 1
        self.beaten += (lower + equal / 2) / len(imagined)


def hand_fits(game: Game, moves: Iterable[tuple[int, str]], seed: str) -> list[HandFit]:
    """Return how the turns of both seats of a game of two fit the hidden hands.

    `game`: at its deal; `moves`: seats and actions. `seed`: of the worlds that are imagined.
    """
    game = game.copy()
    fits = [HandFit(), HandFit()]
    start: Table | None = None
    plan: list[int] = []
    for number, (seat, action) in enumerate(moves):
        table = game.table()
        if game.pending[0].kind == "turn":
            _add(fits, start, tuple(plan), Chance(f"{seed} {number}"))
            start, plan = table, []
        if start is not None and seat == start.side and draws(table) == draws(start):
            plan.append(read(table, action))
        game.play(seat, action)
    _add(fits, start, tuple(plan), Chance(f"{seed} end"))
    return fits


def _add(fits: Sequence[HandFit], start: Table | None, played: Path, chance: Chance) -> None:
    if start is None:
        return
    dice = chance.stream("worlds")
    imagined = [another_world(start, [start.side], dice) for _ in range(WORLDS)]
    others = _others(imagined[0], played)
    if others:
        real = _advantage(_real_world(start, dice), played, others)
        fits[start.side].add(real, [_advantage(world, played, others) for world in imagined])


def _real_world(table: Table, dice: Stream) -> Table:
    """Return a copy with the real hands; the deck and the tokens are imagined as in all worlds."""
    return another_world(table, range(table.players), dice)


def _others(world: Table, played: Path) -> list[Path]:
    """Return the best plans that are not the one that was played, or a part or end of it."""
    plans = TurnSearch(judge, world.side, FIRST)(world, list(world.options)).plans
    shared = [path for path in plans if path[: len(played)] == played[: len(path)]]
    return sorted(plans.keys() - shared, key=lambda path: (-plans[path], path))[:OTHERS]


def _advantage(world: Table, played: Path, others: Sequence[Path]) -> float:
    return _chance(world, played) - fmean(_chance(world, path) for path in others)


def _chance(world: Table, path: Path) -> float:
    """Return the chance to win after a plan and the best answer of the other side's hand."""
    side = world.side
    table = without_its_end(world)
    for option in path:
        if option not in table.options or table.stack[-1][2] != side:
            break
        step(table, option)
    table = _turn_played(table)
    if table.ending == RUNNING:
        end_turn(table)
        table = _turn_played(table)
    return 0.5 if table.ending == DRAWN else certain(judge(table, side))


def _turn_played(table: Table) -> Table:
    """Return the table at the end of the running turn, each side playing its best."""
    while table.stack and table.ending == RUNNING:
        end = TurnSearch(judge, table.stack[-1][2], REPLY)(table, table.options).end
        if end is None:
            raise RuntimeError("a search without an end")
        table = end
    return table
