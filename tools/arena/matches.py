"""Matches between bots: strength is measured in pairs of games, one deal with both seatings."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from timeit import default_timer
from typing import Final

from engine.bots.bot import Bot
from engine.chance import Chance
from engine.game import Game
from engine.setup import Options, deal
from engine.terminal.programs import ProgramFault
from tools.arena.twin import Sight

MOST_DECISIONS: Final = 20_000
"""The most decisions of a game: more mean a fault of a bot or of the rules."""


@dataclass(frozen=True, slots=True)
class Slowest:
    """The cost of one decision: milliseconds, and answers tried."""

    milliseconds: float = 0.0
    nodes: int = 0


@dataclass(slots=True)
class PlayedGame:
    """A game: the winning side (`None`: a draw), the decisions, the slowest one of each side.

    `thought`: milliseconds that each side thought in all; `turns`: how many turns it began.
    `fault`: why a program lost before the end.
    """

    winner: int | None
    decisions: int = 0
    slowest: list[Slowest] = field(default_factory=lambda: [Slowest(), Slowest()])
    most_nodes: list[int] = field(default_factory=lambda: [0, 0])
    thought: list[float] = field(default_factory=lambda: [0.0, 0.0])
    turns: list[int] = field(default_factory=lambda: [0, 0])
    fault: str = ""


Sights = tuple[Sight, Sight]
"""What the first of two bots is shown, and the second."""
FAIR: Final[Sights] = (Game.view, Game.view)
"""Each bot sees what its seat may see."""


def play_out(game: Game, bots: tuple[Bot, Bot], seed: str, sights: Sights = FAIR) -> PlayedGame:
    """Play a game to its end, one bot for both seats of a side. Changes the game.

    `sights`: what each bot is shown, for measurements with twins. A program that does not answer
    as it should loses the game.
    """
    played = PlayedGame(None)
    while game.pending:
        decision = game.pending[0]
        # either member of a team may answer for it: the two alternate
        seat = decision.seats[played.decisions % len(decision.seats)]
        side = seat % 2
        view = sights[side](game, seat)
        chance = Chance(f"{seed} decision {played.decisions}")
        start = default_timer()
        try:
            thought = bots[side].think(view, chance)
        except ProgramFault as fault:
            played.winner, played.fault = 1 - side, str(fault)
            return played
        taken = 1000 * (default_timer() - start)
        played.thought[side] += taken
        played.turns[side] += decision.kind == "turn"
        if taken > played.slowest[side].milliseconds:
            played.slowest[side] = Slowest(taken, thought.nodes)
        played.most_nodes[side] = max(played.most_nodes[side], thought.nodes)
        game.play(seat, thought.action)
        played.decisions += 1
        if played.decisions > MOST_DECISIONS:
            raise RuntimeError(f"no end after {MOST_DECISIONS} decisions: {seed}")
    outcome = game.outcome
    played.winner = outcome.winner if outcome else None
    return played


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a match, for the first of two bots.

    `pairs`: its points in each pair of games, from 0 to 2. `slowest` and `most_nodes`: of the
    first bot, then of the second, as in `turn_times`, the mean milliseconds of a turn. `faults`:
    why programs lost games before the end.
    """

    wins: int
    draws: int
    losses: int
    pairs: tuple[float, ...]
    decisions: int
    slowest: tuple[Slowest, Slowest]
    most_nodes: tuple[int, int]
    turn_times: tuple[float, float] = (0.0, 0.0)
    faults: tuple[str, ...] = ()

    @property
    def score(self) -> float:
        """The share of points, from 0 to 1: a draw is half a win."""
        return sum(self.pairs) / (2 * len(self.pairs))

    @property
    def error(self) -> float:
        """The standard error of the score. The pairs are independent, not the games."""
        count = len(self.pairs)
        if count < 2:
            return float("nan")
        spread = sum((points / 2 - self.score) ** 2 for points in self.pairs)
        return sqrt(spread / (count - 1) / count)


Pair = tuple[PlayedGame, PlayedGame]
"""A deal with the first bot on side 0, then with the first bot on side 1."""


def play_pair(
    first: Bot,
    second: Bot,
    number: int,
    seed: str,
    options: Options | None = None,
    sights: Sights = FAIR,
) -> Pair:
    """Play a deal of a match with both seatings."""
    setup = deal(options or Options(), f"{seed} deal {number}")
    return (
        play_out(Game(setup), (first, second), f"{seed} game {number} 0", sights),
        play_out(Game(setup), (second, first), f"{seed} game {number} 1", sights[::-1]),
    )


def match(
    first: Bot,
    second: Bot,
    deals: int,
    seed: str,
    options: Options | None = None,
    sights: Sights = FAIR,
) -> Result:
    """Play each deal twice, once with the first bot on side 0 and once on side 1."""
    return tally(
        [play_pair(first, second, number, seed, options, sights) for number in range(deals)]
    )


def tally(played_pairs: Sequence[Pair]) -> Result:
    """Return the result of a match from its games."""
    tallies = [0, 0, 0]
    pairs = []
    games: list[tuple[PlayedGame, int]] = []
    for pair in played_pairs:
        points = 0.0
        for side, played in enumerate(pair):
            games.append((played, side))
            result = 1 if played.winner is None else 0 if played.winner == side else 2
            tallies[result] += 1
            points += 1 - result / 2
        pairs.append(points)
    return Result(
        wins=tallies[0],
        draws=tallies[1],
        losses=tallies[2],
        pairs=tuple(pairs),
        decisions=sum(played.decisions for played, _ in games),
        slowest=(
            _slowest(played.slowest[side] for played, side in games),
            _slowest(played.slowest[1 - side] for played, side in games),
        ),
        most_nodes=(
            max((played.most_nodes[side] for played, side in games), default=0),
            max((played.most_nodes[1 - side] for played, side in games), default=0),
        ),
        turn_times=(
            _mean_turn([(played, side) for played, side in games]),
            _mean_turn([(played, 1 - side) for played, side in games]),
        ),
        faults=tuple(played.fault for played, _ in games if played.fault),
    )


def _mean_turn(games: Sequence[tuple[PlayedGame, int]]) -> float:
    turns = sum(played.turns[side] for played, side in games)
    return sum(played.thought[side] for played, side in games) / max(1, turns)


def _slowest(some: Iterable[Slowest]) -> Slowest:
    return max(some, key=lambda slowest: slowest.milliseconds, default=Slowest())
