"""Puzzles: the search is exhaustive, and what it promises holds."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine import Chance, Game, Options, deal, positions
from engine.analysis import best_turns, puzzles
from engine.analysis.puzzles import (
    BEST,
    DISC,
    FAILED,
    GAME,
    OPEN,
    SOLVED,
    WINS,
    FoundPuzzle,
    TurnSolver,
    check,
    check_worth,
    judge,
    puzzles_of,
)
from engine.analysis.review import judging as reviews
from engine.analysis.review.judging import chance_to_win
from engine.bots import BOTS
from engine.bots.search import draws, step, without_its_end
from engine.sparse_positions import complete
from engine.table import RUNNING, Table
from engine.views import imagine
from games.puzzles.store import starter_set, with_deck

STARTER = starter_set()
WON = [puzzle for puzzle in STARTER if puzzle.goal in WINS]
BEST_TURNS = [puzzle for puzzle in STARTER if puzzle.goal == BEST]
SUREST = next(puzzle for puzzle in STARTER if puzzle.goal == GAME)


def table_of(puzzle: FoundPuzzle, seed: str = "table") -> Table:
    """Return the table of a puzzle with other hidden cards."""
    game = Game.from_position(puzzle.position, seed=seed)
    return imagine(game.view(positions.to_move(puzzle.position)), Chance(seed))


@pytest.mark.parametrize("puzzle", STARTER[:: len(STARTER) // 20])
def test_every_puzzle_of_a_sample_is_searched_again(puzzle: FoundPuzzle) -> None:
    assert check(puzzle) == ""


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", STARTER)
def test_every_puzzle_is_searched_again(puzzle: FoundPuzzle) -> None:
    assert check(puzzle) == ""


@pytest.mark.parametrize("puzzle", WON[:: len(WON) // 20])
def test_the_solution_wins_in_the_real_game_whatever_is_hidden(puzzle: FoundPuzzle) -> None:
    """By the public face of the engine, which shares nothing with the search but the rules."""
    seat = positions.to_move(puzzle.position)
    before = len(puzzle.position["sides"][seat]["won"])
    hands = set()
    for number in range(5):
        game = Game.from_position(positions.write(table_of(puzzle, f"deal {number}")))
        hands.add(str(game.position()["hands"][1 - seat]))
        for action in puzzle.solution:
            game.play(seat, action)
        assert len(game.view(seat)["sides"][seat]["won"]) > before
        if puzzle.goal == GAME:
            assert game.outcome is not None
            assert game.outcome.winner == seat
    assert len(hands) > 1


COSTLY = with_deck(json.loads(Path(__file__).with_name("costly_disc.json").read_text()))
"""A puzzle of the first starter set: its disc is certain, and the game is lost by it."""


def test_a_disc_that_costs_the_game_is_no_puzzle() -> None:
    assert check(COSTLY) == ""
    assert check_worth(COSTLY).startswith("the solution loses ")
    assert list(puzzles_of(Game.from_position(COSTLY.position), "seed", WINS)) == []


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", [puzzle for puzzle in STARTER if puzzle.goal == DISC][::14])
def test_a_disc_of_the_starter_set_is_worth_it(puzzle: FoundPuzzle) -> None:
    assert check_worth(puzzle) == ""


def test_the_verdict_follows_the_answers() -> None:
    table = table_of(SUREST)
    line = SUREST.solution
    assert [judge(table, GAME, line[:n]) for n in range(len(line))] == [OPEN] * len(line)
    assert judge(table, GAME, line) == SOLVED
    for option in Game.from_position(SUREST.position).pending[0].options:
        if option != line[0]:
            assert judge(table, GAME, [option]) == FAILED


def test_a_puzzle_with_two_ways_is_none() -> None:
    """Two first answers win a disc, so neither is the solution."""
    position = complete(
        {
            "discs": {"mercury": 3, "venus": 3},
            "hands": [["nero", "felis"], ["khan"]],
            "sides": ({"credits": 40}, {}),
        }
    )
    game = Game.from_position(position)
    solver = TurnSolver(table_of(FoundPuzzle(position, DISC, (), 0)), DISC, knows_draws=False)
    assert len(solver.winning()) > 1
    assert list(puzzles_of(game, "seed")) == []


def test_a_win_by_luck_is_not_certain() -> None:
    """An answer that draws may win with this deck; the search relies on it only if told to."""
    for puzzle in WON:
        table = table_of(puzzle, "luck")
        sure = TurnSolver(table, puzzle.goal, knows_draws=False).winning()
        lucky = TurnSolver(table, puzzle.goal, knows_draws=True).winning()
        assert set(sure) <= set(lucky)
        if len(lucky) > len(sure):
            return
    pytest.fail("no puzzle of the starter set has an answer that wins by luck")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"solution": SUREST.solution[::-1]}, "not exactly the first answer"),
        ({"solution": (*SUREST.solution, "decline")}, "not the shortest"),
    ],
)
def test_a_wrong_puzzle_is_found(change: dict[str, Any], problem: str) -> None:
    assert problem in check(replace(SUREST, **change))


def test_a_turn_with_too_many_answers_is_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles, "NODES", 10)
    assert check(SUREST) == "too many answers"
    assert list(puzzles_of(Game.from_position(SUREST.position), "seed")) == []


@pytest.mark.slow
def test_mining_finds_the_same_puzzles_again() -> None:
    def mined() -> list[FoundPuzzle]:
        game = Game(deal(Options(), "a game with puzzles"))
        found: list[FoundPuzzle] = []
        count = 0
        while game.pending:
            found += puzzles_of(game, f"seed {count}", WINS)
            seat = game.pending[0].seats[0]
            game.play(seat, BOTS["greedy"](game.view(seat), Chance(f"decision {count}")))
            count += 1
        return found

    found = mined()
    assert found == mined()
    assert all(check(puzzle) == "" for puzzle in found)


def test_what_is_hidden_is_dealt_anew() -> None:
    """No hand, deck or token of the game that a puzzle is taken from is in it."""
    original = SUREST.position
    (found,) = puzzles_of(Game.from_position(original), "another seed")
    seat = positions.to_move(original)
    assert found.solution[0] == SUREST.solution[0]
    assert found.position["hands"][seat] == original["hands"][seat]
    assert found.position["hands"][1 - seat] != original["hands"][1 - seat]
    assert found.position["deck"] != original["deck"]


# --- best turns ---


def turns_of(table: Table, side: int) -> Iterator[tuple[tuple[str, ...], Table]]:
    """Yield all turns of a side, answer by answer, with the tables that they lead to.

    The opponent's answers are left out of them.
    """
    if not table.stack or table.ending != RUNNING:
        yield (), table
        return
    for option in table.options:
        after = table.copy()
        step(after, option)
        own = (best_turns.write(table, option),) if table.stack[-1][2] == side else ()
        for answers, end in turns_of(after, side):
            yield (*own, *answers), end


@pytest.mark.parametrize("puzzle", BEST_TURNS[::6])
def test_no_turn_is_nearly_as_good_as_the_best(puzzle: FoundPuzzle) -> None:
    """By brute force, which shares nothing with the search but the rules and the judge."""
    start = without_its_end(table_of(puzzle))
    side = start.side
    worths: dict[tuple[str, ...], float] = {}
    for answers, end in turns_of(start, side):
        if draws(end) == draws(start):
            worth = chance_to_win(reviews.judge(end, side))
            worths[answers] = min(worth, worths.get(answers, worth))
    best = max(worths.values())
    assert worths[puzzle.solution] == best
    others = [worth for worth in worths.values() if worth < best - best_turns.MARGIN]
    assert max(others) <= best - best_turns.GAP
    for answers, worth in worths.items():
        is_best = worth >= best - best_turns.MARGIN
        assert judge(table_of(puzzle), BEST, answers) == (SOLVED if is_best else FAILED)


def test_a_turn_that_reveals_something_is_not_the_best() -> None:
    for puzzle in BEST_TURNS:
        start = without_its_end(table_of(puzzle))
        for option in start.options:
            after = start.copy()
            step(after, option)
            if draws(after) != draws(start):
                assert judge(start, BEST, [best_turns.write(start, option)]) == FAILED
                return
    pytest.fail("no puzzle has an answer that reveals something")


def test_each_unseen_card_lies_on_top_of_the_deck_once() -> None:
    """So a turn that turns up one card is bounded over all that may happen."""
    puzzle = BEST_TURNS[0]
    table, seat = table_of(puzzle), positions.to_move(puzzle.position)
    unseen = sorted((*table.hands[1 - seat], *table.deck))
    worlds = list(best_turns.deals(table, seat))
    assert [world.deck[world.drawn] for world in worlds] == unseen
    for world in worlds:
        assert sorted((*world.hands[1 - seat], *world.deck)) == unseen
        assert world.hands[seat] == table.hands[seat]


def test_a_turn_that_may_reveal_something_better_is_not_clear(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = BEST_TURNS[0]
    assert check(puzzle) == ""
    monkeypatch.setattr(best_turns, "bound_of_reveals", lambda table, seat: 1.0)
    assert "not clearly better" in check(puzzle)


def test_the_second_best_turn_is_no_solution_and_not_confirmed() -> None:
    puzzle = BEST_TURNS[0]
    turn = best_turns.clear_best_turn(table_of(puzzle), positions.to_move(puzzle.position))
    assert turn is not None
    assert turn.best.answers == puzzle.solution
    assert turn.best.worth - turn.other.worth >= best_turns.GAP
    assert judge(table_of(puzzle), BEST, turn.other.answers) == FAILED
    wrong = replace(puzzle, solution=turn.other.answers)
    assert check(wrong) == "the solution is not the best turn"
    swapped = best_turns.ClearTurn(best=turn.other, other=turn.best)
    assert not best_turns.is_confirmed(puzzle.position, swapped)


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", BEST_TURNS)
def test_every_best_turn_is_confirmed_again(puzzle: FoundPuzzle) -> None:
    turn = best_turns.clear_best_turn(table_of(puzzle), positions.to_move(puzzle.position))
    assert turn is not None
    assert best_turns.is_confirmed(puzzle.position, turn)


def test_a_turn_that_wins_something_is_no_best_turn() -> None:
    """Of a turn with a certain win, and none of a disc, only that is asked."""
    assert check(replace(SUREST, goal=BEST)) == "something can be won for certain"
