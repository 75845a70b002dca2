"""Games in which both sides play on, as teachers of the network.

At each decision the best plans are played on in imagined worlds, two turns further, as the best
level does (`engine/bots/play_on.py`). The mean chance that comes out is a better judgement of the
end of a plan than the network's own, so the network learns it: for all plans that were compared,
the one played and the others.
"""

from dataclasses import dataclass, field
from typing import Final

from engine.bots.features import features
from engine.bots.play_on import BY_HAND, PlanComparison, PlayOn
from engine.bots.search import (
    Judge,
    Path,
    SearchResult,
    TurnSearch,
    draws,
    end_turn,
    step,
    without_its_end,
)
from engine.bots.worlds import another_world
from engine.chance import Stream
from engine.notation import asking
from engine.rules.turn import ORDER
from engine.table import RUNNING, Table
from tools.training.selfplay import LIMITS, MOST_TURNS, new_table

TEACHER: Final = PlayOn(plans=4, worlds=16, halving=(8,))
"""How far the plans are played on: in half as many worlds as the best level does."""


@dataclass(slots=True)
class TaughtPosition:
    """The end of a plan: what its side sees, and the mean chance to win by playing on from it.

    `worlds`: in how many worlds it was played on. `played`: whether it is the plan that was chosen.
    """

    side: int
    slots: list[int]
    chance: float
    worlds: int
    played: bool


@dataclass(slots=True)
class TaughtGame:
    """The lessons of a game, and how many turns it had."""

    lessons: list[TaughtPosition] = field(default_factory=list)
    turns: int = 0


def taught_game(
    seed: str, players: int, judge: Judge, slips: float, teacher: PlayOn = TEACHER
) -> TaughtGame:
    """Play a game in which both sides play on. `slips`: the share of answers left to chance."""
    dice = Stream(seed, "teaching")
    table = new_table(seed, players, dice)
    game = TaughtGame()
    while table.ending == RUNNING and game.turns < MOST_TURNS:
        _play_turn(table, judge, dice, round(slips * 1000), teacher, game.lessons)
        game.turns += 1
        if table.ending == RUNNING:
            end_turn(table)
    return game


def _play_turn(
    table: Table,
    judge: Judge,
    dice: Stream,
    slip: int,
    teacher: PlayOn,
    lessons: list[TaughtPosition],
) -> None:
    """Play to the end of the turn of a seat, before its draw: a plan, and another after a draw."""
    plan: Path = ()
    while True:
        options, side = table.options, table.stack[-1][2]
        if dice.below(1000) < slip or len(options) == 1:
            option = options[dice.below(len(options))]
        elif side != table.side:
            values = _searched(table, BY_HAND, side, dice).values
            option = max(values, key=lambda answer: values[answer])
        else:
            if not plan or plan[0] not in options:
                plan = best_plan(table, judge, dice, teacher, lessons)
            option = plan[0]
        plan = plan[1:] if plan and plan[0] == option and side == table.side else ()
        step(table, option)
        if table.ending != RUNNING or not table.stack:
            return


def best_plan(
    table: Table, judge: Judge, dice: Stream, teacher: PlayOn, lessons: list[TaughtPosition]
) -> Path:
    """Return the plan that stands best when the game is played on; note what was learned."""
    side = table.side
    result = _searched(table, judge, side, dice)
    plans = result.plans
    if asking(table).op is ORDER:
        # what follows the order is for the seat that plays first, with its own hand
        plans = {(option,): value for option, value in result.values.items()}
    ranked = sorted(plans, key=lambda path: -plans[path])[: teacher.plans]
    comparison = PlanComparison(judge, side, table, (_seat(table, side),))
    best = comparison.best(ranked, teacher, dice, whole_plans=True)
    for path in ranked:
        end = _end_of_plan(table, path)
        if end is not None:
            worlds = comparison.worlds[path]
            chance = comparison.totals[path] / worlds
            lessons.append(TaughtPosition(side, features(end, side), chance, worlds, path == best))
    return best


def _end_of_plan(table: Table, path: Path) -> Table | None:
    """Return the table at the end of the turn, if the plan leads there without a draw."""
    end = without_its_end(table)
    before = draws(end)
    for option in path:
        if option not in end.options or end.stack[-1][2] != table.side:
            return None
        step(end, option)
    whole = not end.stack and end.ending == RUNNING and draws(end) == before
    return end if whole else None


def _searched(table: Table, judge: Judge, side: int, dice: Stream) -> SearchResult:
    world = another_world(table, (_seat(table, side),), dice)
    return TurnSearch(judge, side, LIMITS)(world, world.options)


def _seat(table: Table, side: int) -> int:
    """Return the seat whose hand the side sees."""
    return table.active if table.active >= 0 and table.active % 2 == side else side
