"""Plans: the answers of a turn up to its end, or to the first thing that they reveal.

Several imagined worlds are searched side by side. Until something is revealed they look the same
to the seat, so an answer is legal in all of them or in none.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.analysis.review.judging import chance_to_win, judge
from engine.bots.search import Limits, Path, TurnSearch, state_key, step, without_its_end
from engine.chance import Chance
from engine.events import CardsDrawn, Event, TurnStarted
from engine.game import Game
from engine.notation import decision
from engine.public_types import View
from engine.sources import SOURCE_KEYS
from engine.table import RUNNING, Table
from engine.views import imagine, seat_of

WORLDS: Final = 6
"""How many imagined worlds a plan that reveals something is tried in."""
FIRST: Final = Limits(nodes=800, width=48)
LATER: Final = Limits(nodes=300, width=24)
"""The limits of a search in the first world, and in each of the others."""
MOST_ANSWERS: Final = 40
"""More answers than any plan has."""
CLOSE: Final = 0.02
"""A plan whose chance is less than that of the one played by more is not played on."""
CLOSE_PLANS: Final = 3
"""The most plans that are played on besides the one played."""


@dataclass(frozen=True, slots=True)
class PlannedAnswer:
    """An answer of a plan, and the source that asks for it (`SOURCE_KEYS`: `technology O 4`)."""

    action: str
    source: str


@dataclass(frozen=True, slots=True)
class JudgedPlan:
    """A plan: its answers, the chance to win, and the table it leads to in the first world.

    `sure`: whether it wins in all worlds. `reveals`: whether its last answer reveals something.
    `path`: its answers as the numbers of options.
    """

    answers: tuple[PlannedAnswer, ...]
    chance: float
    table: Table
    sure: bool
    reveals: bool
    path: Path


def worlds_of(view: View, seed: str) -> list[Table]:
    """Return tables as they might be, given a view; without the end of the running turn."""
    return [
        without_its_end(imagine(view, Chance(f"{seed} world {number}"))) for number in range(WORLDS)
    ]


def revealed(table: Table) -> tuple[int, int, int, int]:
    """Return the state that changes when a hidden card or token is revealed."""
    return table.drawn, table.shuffles, len(table.supply), table.token_shuffles


def is_asked(table: Table, side: int) -> bool:
    """Whether the turn goes on with a decision of the side."""
    return bool(table.stack) and table.ending == RUNNING and table.stack[-1][2] == side


def chances(worlds: Sequence[Table], side: int, options: list[int]) -> dict[int, float]:
    """Return the chance to win by each of some answers, the mean over the worlds.

    After a sure win the other answers may have none.
    """
    first = TurnSearch(judge, side, FIRST)(worlds[0], options)
    totals = {option: [chance_to_win(points)] for option, points in first.values.items()}
    lucky = [option for option in options if option in first.lucky and option in totals]
    for world in worlds[1:] if lucky else ():
        again = TurnSearch(judge, side, LATER)(world, lucky)
        for option, points in again.values.items():
            totals[option].append(chance_to_win(points))
    return {option: sum(values) / len(values) for option, values in totals.items()}


def best_plan(worlds: Sequence[Table], side: int, without: str = "") -> JudgedPlan:
    """Return the best plan from a decision of a side that is open in all worlds.

    `without`: an action that it does not begin with.
    """
    tables = [world.copy() for world in worlds]
    before = revealed(tables[0])
    answers: list[PlannedAnswer] = []
    path: list[int] = []
    best = 0.0
    while is_asked(tables[0], side) and len(answers) < MOST_ANSWERS:
        if revealed(tables[0]) != before:
            break
        options = tables[0].options
        if without and not answers:
            options = [option for option in options if option != read(tables[0], without)]
        if len(options) == 1 and answers:
            option = options[0]
        else:
            values = chances(tables, side, options)
            option = max(options, key=lambda option: values.get(option, -1.0))
            best = values[option] if not answers else best
        answers.append(written(tables[0], option))
        path.append(option)
        for table in tables:
            step(table, option)
    reveals = revealed(tables[0]) != before
    return JudgedPlan(tuple(answers), best, tables[0], best >= 1.0, reveals, tuple(path))


def close_plans(worlds: Sequence[Table], side: int, played: JudgedPlan) -> list[JudgedPlan]:
    """Return the best plans that may be better than the one played, the best first.

    Plans that lead to the same table are one.
    """
    start = worlds[0]
    first = TurnSearch(judge, side, FIRST)(start, start.options)
    totals = {path: [chance_to_win(points)] for path, points in first.plans.items()}
    lucky = sorted(first.lucky)
    for world in worlds[1:] if lucky else ():
        again = TurnSearch(judge, side, LATER)(world, lucky)
        for path, points in again.plans.items():
            if path in totals:
                totals[path].append(chance_to_win(points))
    means = {path: sum(some) / len(some) for path, some in totals.items()}
    known = {state_key(played.table)}
    plans: list[JudgedPlan] = []
    for path in sorted(means, key=lambda path: -means[path]):
        if len(plans) == CLOSE_PLANS or means[path] < played.chance - CLOSE:
            break
        plan = _followed(start, side, path, means[path])
        if state_key(plan.table) not in known:
            known.add(state_key(plan.table))
            plans.append(plan)
    return plans


def _followed(start: Table, side: int, path: Path, chance: float) -> JudgedPlan:
    """Return the plan with these answers, until one reveals something."""
    table, before = start.copy(), revealed(start)
    answers: list[PlannedAnswer] = []
    for option in path:
        if not is_asked(table, side) or revealed(table) != before:
            break
        answers.append(written(table, option))
        step(table, option)
    reveals = revealed(table) != before
    given = path[: len(answers)]
    return JudgedPlan(tuple(answers), chance, table, chance >= 1.0, reveals, given)


def written(table: Table, option: int) -> PlannedAnswer:
    """Return an answer to the decision that is open on a table, in words."""
    action = decision(table).options[table.options.index(option)]
    return PlannedAnswer(action, asker(table))


def asker(table: Table) -> str:
    """Return the key of the source that asks on a table: it names the side of a board."""
    return SOURCE_KEYS[table.stack[-1][0]]


def read(table: Table, action: str) -> int:
    """Return the answer that an action gives to the decision that is open on a table."""
    return table.options[decision(table).options.index(action)]


def played_plan(worlds: Sequence[Table], side: int, actions: Sequence[str]) -> JudgedPlan:
    """Return the plan that a side has played: its actions, until one reveals something.

    What comes after that is judged as its best continuation in each world.
    """
    tables = [world.copy() for world in worlds]
    before = revealed(tables[0])
    answers: list[PlannedAnswer] = []
    path: list[int] = []
    earlier = tables
    option = -1
    for action in actions:
        if not is_asked(tables[0], side) or revealed(tables[0]) != before:
            break
        option = read(tables[0], action)
        answers.append(written(tables[0], option))
        path.append(option)
        earlier = [table.copy() for table in tables]
        for table in tables:
            step(table, option)
    chance = chances(earlier, side, [option])[option]
    reveals = revealed(tables[0]) != before
    return JudgedPlan(tuple(answers), chance, tables[0], chance >= 1.0, reveals, tuple(path))


def events_of(view: View, answers: Sequence[PlannedAnswer]) -> tuple[Event, ...]:
    """Return the events of a plan as the seat of a view knows them beforehand, without reveals."""
    game, seat = Game.imagined(view), seat_of(view)
    events: list[Event] = []
    for answer in answers:
        for event in game.play(seat, answer.action):
            if event.reveals or isinstance(event, CardsDrawn | TurnStarted):
                return tuple(events)
            events.append(event.seen_by(seat))
    return tuple(events)
