"""Reviews of puzzles of the starter set, whose best turn is known."""

from collections.abc import Mapping, Sequence

from engine import Game
from engine.analysis.puzzles import BEST, GAME, FoundPuzzle
from engine.analysis.review import BUDGETS, Budget, Label, TurnReview, review
from games.puzzles.store import starter_set
from tests.engine.review_write import QUICK

KNOWN = [puzzle for puzzle in starter_set() if puzzle.goal in (GAME, BEST)]
"""Puzzles with a known best turn: it wins the game, or is worth clearly more than all others."""
UNMARKED = (Label.BEST, Label.GOOD)


def test_the_solution_of_a_puzzle_that_wins_is_best_and_another_beginning_misses_the_win() -> None:
    puzzles = [puzzle for puzzle in KNOWN if puzzle.goal == GAME]
    assert len(puzzles) >= 60
    for puzzle in puzzles[::6]:
        solved, *others = turns_from(puzzle, others=1, budgets=QUICK)
        assert (solved.label, solved.missed_win, solved.better) == (Label.BEST, False, ())
        assert all(turn.missed_win and turn.better for turn in others)


def test_another_turn_than_a_clear_best_one_is_marked() -> None:
    puzzle = next(puzzle for puzzle in KNOWN if puzzle.goal == BEST)
    solved, wrong = turns_from(puzzle, others=1, budgets=BUDGETS)
    assert (solved.label in UNMARKED, solved.better) == (True, ())
    assert wrong.label not in UNMARKED
    assert wrong.better


def turns_from(puzzle: FoundPuzzle, others: int, budgets: Mapping[int, Budget]) -> list[TurnReview]:
    """Return the reviews of the solution, then of turns that begin otherwise."""

    def reviewed_turn(actions: Sequence[str]) -> TurnReview:
        game = Game.from_position(puzzle.position, seed="a puzzle")
        seat = game.pending[0].seats[0]
        moves = [(number, seat, action) for number, action in enumerate(actions, 1)]
        return next(review(game, moves, budgets=budgets))

    options = Game.from_position(puzzle.position, seed="a puzzle").pending[0].options
    wrong = [first for first in options if first != puzzle.solution[0]]
    return [reviewed_turn(puzzle.solution), *(reviewed_turn([first]) for first in wrong[:others])]
