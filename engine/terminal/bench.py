"""Benchmarks of the engine: random games from fixed seeds, several runs of each measure."""

import platform
import sys
from collections.abc import Callable
from statistics import median
from timeit import default_timer
from typing import NamedTuple

from engine import rules
from engine.game import Game, recorded_actions
from engine.public_types import Record
from engine.setup import Options, deal
from engine.table import NOT_CHOSEN, RUNNING, Table
from engine.terminal.dice import Dice

ROUNDS = 200
"""Repetitions in one run of measures that take microseconds."""


class Measure(NamedTuple):
    """One line of the result; `rate`: more is better, else less."""

    name: str
    unit: str
    rate: bool
    run: Callable[[], float]


def bench(runs: int, games: int) -> list[str]:
    """Run every measure `runs` times with so many games; return the lines to print."""
    lines = [
        f"Python {platform.python_version()} ({platform.python_implementation()}), {_compiled()}",
        f"{runs} runs, {games} random games from fixed seeds in each",
        "",
        f"{'':39}{'best':>10}{'median':>10}{'worst':>10}",
    ]
    for measure in measures(games):
        figures = sorted((measure.run() for _ in range(runs)), reverse=measure.rate)
        spread = (figures[0], median(figures), figures[-1])
        lines.append(
            f"{measure.name:27}{measure.unit:12}"
            + "".join(f"{figure:10,.{0 if measure.rate else 1}f}" for figure in spread)
        )
    lines += [
        "",
        "decisions: random answers at the flat table, as a bot plays on in its head; the games",
        "are dealt before the clock starts. games: the same, and the clock counts the dealing.",
        "The lines below them are one call each, in the middle of a game of two.",
    ]
    return lines


def measures(games: int) -> list[Measure]:
    """Return the measures, fully prepared."""
    middle = middle_of_a_game()
    table = middle._table
    record = played_out(Game(deal(Options(), "bench 2 0")), Dice(0)).record()
    return [
        Measure("two players", "decisions/s", True, lambda: decisions_a_second(2, games)),
        Measure("four players", "decisions/s", True, lambda: decisions_a_second(4, games)),
        Measure("two players", "games/s", True, lambda: games_a_second(2, games)),
        Measure("four players", "games/s", True, lambda: games_a_second(4, games)),
        Measure("Table.copy", "µs", False, lambda: _microseconds(table.copy)),
        Measure("Game.copy", "µs", False, lambda: _microseconds(middle.copy)),
        Measure("Game.play", "µs", False, lambda: microseconds_a_play(record)),
        Measure("Game.pending", "µs", False, lambda: _microseconds(lambda: middle.pending)),
        Measure("Game.view of a seat", "µs", False, lambda: _microseconds(lambda: middle.view(0))),
        Measure("Game.snapshot", "µs", False, lambda: _microseconds(middle.snapshot)),
    ]


def decisions_a_second(players: int, games: int) -> float:
    """Play random games at the flat table; return answers a second of playing."""
    tables = [_dealt(players, number) for number in range(games)]
    dice = Dice(players)
    start = default_timer()
    decisions = sum(random_game(table, dice) for table in tables)
    return decisions / (default_timer() - start)


def games_a_second(players: int, games: int) -> float:
    """Deal and play random games at the flat table; return games a second."""
    dice = Dice(players)
    start = default_timer()
    for number in range(games):
        random_game(_dealt(players, number), dice)
    return games / (default_timer() - start)


def _dealt(players: int, number: int) -> Table:
    return Game(deal(Options(players=players), f"bench {players} {number}"))._table


def random_game(table: Table, dice: Dice) -> int:
    """Answer at random until the game is over; return how many answers that took."""
    decisions = 0
    while NOT_CHOSEN in table.mulligan:
        rules.mulligan(table, table.mulligan.index(NOT_CHOSEN), dice.below(16))
        decisions += 1
    while table.ending == RUNNING:
        rules.answer(table, table.options[dice.below(len(table.options))])
        decisions += 1
    return decisions


def microseconds_a_play(record: Record) -> float:
    """Play a record through the public interface, with events; return the time per action."""
    game = Game.replay({**record, "actions": [], "outcome": None})
    start = default_timer()
    for seat, action in recorded_actions(record):
        game.play(seat, action)
    return (default_timer() - start) * 1e6 / len(record["actions"])


def middle_of_a_game() -> Game:
    """Return a game of two in which 80 actions have been played."""
    return played_out(Game(deal(Options(), "bench 2 0")), Dice(0), most=80)


def played_out(game: Game, dice: Dice, most: int = sys.maxsize) -> Game:
    """Play a game at random to its end, or so many actions; return it."""
    while game.pending and most:
        decision = game.pending[0]
        game.play(decision.seats[0], decision.options[dice.below(len(decision.options))])
        most -= 1
    return game


def _microseconds(call: Callable[[], object]) -> float:
    start = default_timer()
    for _ in range(ROUNDS):
        call()
    return (default_timer() - start) * 1e6 / ROUNDS


def _compiled() -> str:
    engine = __name__.partition(".")[0]
    ours = [module for name, module in sys.modules.items() if name.partition(".")[0] == engine]
    files = [getattr(module, "__file__", None) or "" for module in ours]
    compiled = sum(file.endswith((".so", ".pyd")) for file in files)
    return f"{compiled} of {len(files)} modules compiled" if compiled else "nothing compiled"
