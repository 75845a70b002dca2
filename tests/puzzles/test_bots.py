"""Bots on the puzzles of the starter set."""

from engine import Chance, Game
from engine.analysis.puzzles import GAME, FoundPuzzle
from engine.bots import LEVELS
from engine.positions import to_move
from games.puzzles.store import starter_set

WHOLE_GAMES = [puzzle for puzzle in starter_set() if puzzle.goal == GAME][::6]


def wins(level: str, puzzle: FoundPuzzle, seed: str) -> bool:
    """Whether a level wins the game in the turn of a puzzle."""
    game, seat = Game.from_position(puzzle.position, seed="any"), to_move(puzzle.position)
    number = 0
    while game.pending and game.pending[0].seats == (seat,):
        game.play(seat, LEVELS[level](game.view(seat), Chance(f"{seed} {number}")))
        number += 1
    return game.outcome is not None and game.outcome.winner == seat


def test_below_the_third_level_wins_by_long_chains_are_missed() -> None:
    share = {
        level: sum(wins(level, puzzle, "any") for puzzle in WHOLE_GAMES) / len(WHOLE_GAMES)
        for level in list(LEVELS)[:3]
    }
    assert 0.2 < share["meteor"] < share["asteroid"] < share["aurora"] == 1.0
