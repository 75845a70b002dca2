"""Random games: they all end, and at every decision everything adds up."""

from random import Random

import pytest

from engine import Game, Options, deal, frames, positions, rules
from engine.notation import mulligan_options
from engine.table import RUNNING, Table
from tests.engine.invariants import check_game, check_table, random_game

TABLES = [
    pytest.param(Options(players, secret_agents=secret), id=f"{players} players{name}")
    for players in (2, 4)
    for secret, name in ((False, ""), (True, " and the Secret Agents"))
]


def play_on_the_table(options: Options, seed: str, look_deeper: int) -> int:
    """Play a random game on the flat table, checked at every decision; return the ending.

    Every `look_deeper`-th decision is also checked through the public face.
    """
    random = Random(seed)
    game = Game(deal(options, seed))
    table = game._table.copy()
    for seat, hand in enumerate(table.hands):
        check_table(table)
        rules.mulligan(table, seat, random.choice(mulligan_options(len(hand))))
    decisions = 0
    while table.ending == RUNNING:
        check_table(table)
        decisions += 1
        if decisions % look_deeper == 0:
            check_game(game_on(table, game), random, replays=False)
        rules.answer(table, random.choice(table.options))
    check_table(table)
    return table.ending


def game_on(table: Table, start: Game) -> Game:
    """Return a game that goes on from this table; its record does not lead there."""
    snapshot = start.snapshot() | {
        "table": positions.write(table),
        "stack": frames.write(table),
        "mulligan": table.mulligan[:],
        "shuffles": [table.shuffles, table.token_shuffles],
    }
    return Game.restore(snapshot)


@pytest.mark.whole
@pytest.mark.parametrize("options", TABLES)
@pytest.mark.parametrize("number", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_every_decision_of_a_random_game_holds_all_promises(options: Options, number: int) -> None:
    random_game(options, f"promises {number}", check_game)


@pytest.mark.whole
@pytest.mark.parametrize("options", TABLES)
def test_random_games_end_and_lose_nothing(options: Options) -> None:
    for number in range(25):
        assert play_on_the_table(options, f"short {number}", look_deeper=97) != RUNNING


@pytest.mark.slow
@pytest.mark.parametrize("options", TABLES)
@pytest.mark.parametrize("hundred", range(50))
def test_twenty_thousand_random_games_end_and_lose_nothing(options: Options, hundred: int) -> None:
    for number in range(100):
        seed = f"long {hundred} {number}"
        assert play_on_the_table(options, seed, look_deeper=401) != RUNNING
