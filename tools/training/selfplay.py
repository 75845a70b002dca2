"""Games for training: bots play on the table itself, without views and words."""

from dataclasses import dataclass, field
from typing import Final

from engine.bots.features import features
from engine.bots.greedy import GREEDY, mulligan
from engine.bots.search import Judge, Limits, TurnSearch, end_turn, step
from engine.bots.value import WEIGHTS, Value
from engine.bots.worlds import another_world
from engine.chance import Stream
from engine.game import Game
from engine.setup import Options, deal
from engine.table import DRAWN, RUNNING, Table

BY_HAND: Final = Value(WEIGHTS)
LIMITS: Final = Limits(nodes=400, width=32)
MOST_TURNS: Final = 400
SECRET_AGENTS: Final = 25
"""Of 100 games, so many are played with the expansion."""


@dataclass(slots=True)
class TrainingGame:
    """The ends of the turns of a game: the side that played, and what it saw.

    `score`: 1 if side 0 won, 0 if it lost.
    """

    sides: list[int] = field(default_factory=list)
    slots: list[list[int]] = field(default_factory=list)
    score: float = 0.5


def played_game(seed: str, players: int, judges: tuple[Judge, Judge], slips: float) -> TrainingGame:
    """Play a game, a judge for each side. `slips`: the share of answers left to chance."""
    dice = Stream(seed, "training")
    table = new_table(seed, players, dice)
    played = TrainingGame()
    while table.ending == RUNNING and len(played.sides) < MOST_TURNS:
        _play_turn(table, judges, dice, slips)
        if table.ending == RUNNING:
            played.sides.append(table.side)
            played.slots.append(features(table, table.side))
            end_turn(table)
    if table.ending not in (RUNNING, DRAWN):
        played.score = float(table.winner == 0)
    return played


def new_table(seed: str, players: int, dice: Stream) -> Table:
    """Return the table of a new game after the mulligan."""
    secret = dice.below(100) < SECRET_AGENTS
    game = Game(deal(Options(players, secret_agents=secret), seed))
    for seat in range(players):
        game.play(seat, mulligan(game.view(seat), GREEDY))
    return game._table


def _play_turn(table: Table, judges: tuple[Judge, Judge], dice: Stream, slips: float) -> None:
    """Play to the end of the turn of a seat, before its draw."""
    slip = round(slips * 1000)
    while True:
        options = table.options
        if dice.below(1000) < slip or len(options) == 1:
            option = options[dice.below(len(options))]
        else:
            side = table.stack[-1][2]
            seat = table.active if table.active >= 0 and table.active % 2 == side else side
            judge = judges[side] if side == table.side else BY_HAND
            world = another_world(table, (seat,), dice)
            values = TurnSearch(judge, side, LIMITS)(world, options).values
            option = max(values, key=lambda answer: values[answer])
        step(table, option)
        if table.ending != RUNNING or not table.stack:
            return
