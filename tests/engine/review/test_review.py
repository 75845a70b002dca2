"""Reviews: labels of turns with a known best one, luck apart from choice, nothing hidden used."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from engine import Game
from engine.agents import AGENTS
from engine.events import Event
from engine.names import PLANETS
from engine.puzzles import BEST, GAME, FoundPuzzle
from engine.review import (
    LABELS,
    LIMITS,
    Cause,
    Label,
    TurnReview,
    accuracy,
    advise,
    course,
    describe_cause,
    label_of,
    review,
    turns_in,
)
from engine.review.causes import causes
from engine.review.judging import chance_to_win
from engine.words import describe_action
from games.learning.positions import complete
from games.puzzles.store import starter_set
from tests.engine.review_write import FOLDER, NAMES, golden, written

MARS_WINS: dict[str, Any] = {
    "discs": {"mars": 2},
    "sides": [{"won": ["mars", "mars", "venus"]}, {"won": ["jupiter"]}],
    "hands": [["khan", "nero", "sir-sam", "bish0p"], ["wul", "m4rt1n", "ivan", "geta"]],
    "tokens": dict.fromkeys(PLANETS),
}
"""Khan's two steps on Mars win the game at once."""


def turn_of(position: dict[str, Any], actions: Sequence[str]) -> TurnReview:
    """Return the review of a single turn of seat 0."""
    return turn_from(Game.from_position(complete(position), seed="a review"), actions)


def turn_from(game: Game, actions: Sequence[str]) -> TurnReview:
    """Return the review of the turn that a game is at."""
    seat = game.pending[0].seats[0]
    return next(review(game, [(n, seat, action) for n, action in enumerate(actions, 1)]))


# --- labels ---


def test_labels_follow_the_lost_chance() -> None:
    losses = [0.0, *(limit + 0.001 for limit in LIMITS.values())]
    assert [label_of(loss) for loss in losses] == list(LABELS)
    assert label_of(0.0, missed_win=True) == Label.MISTAKE
    assert label_of(0.5, missed_win=True) == Label.BLUNDER


def test_a_small_loss_is_never_called_a_mistake() -> None:
    assert label_of(0.08) not in (Label.MISTAKE, Label.BLUNDER)


def test_accuracy() -> None:
    assert accuracy([]) is None
    assert accuracy([0.0, 0.0]) == 100
    assert accuracy([0.1]) == 61
    assert accuracy([0.0, 1.0]) in (50, 51)


def test_chances_grow_with_points() -> None:
    chances = [chance_to_win(points) for points in (-10_000, -60, -5, 5, 60, 10_000)]
    assert chances == sorted(chances)
    assert (chances[0], chances[-1]) == (0.0, 1.0)


# --- positions with a known best turn ---


def test_a_missed_win_is_marked_and_shown() -> None:
    turn = turn_of(MARS_WINS, ["lead nero"])
    assert turn.missed_win
    assert turn.label in (Label.MISTAKE, Label.BLUNDER)
    assert [answer.action for answer in turn.better] == ["recruit khan", "planet mars"]
    assert turn.causes == (Cause("game"),)


def test_the_winning_turn_is_best() -> None:
    turn = turn_of(MARS_WINS, ["recruit khan", "planet mars"])
    assert (turn.label, turn.loss, turn.better, turn.chance) == (Label.BEST, 0.0, (), 1.0)
    assert not turn.missed_win


def test_the_right_card_with_the_wrong_choice_misses_the_win() -> None:
    turn = turn_of(MARS_WINS, ["recruit khan", "planet terra"])
    assert turn.missed_win
    assert [answer.action for answer in turn.better] == ["recruit khan", "planet mars"]


@pytest.mark.parametrize("later", [{}, {"mars": 3}])
def test_a_disc_left_behind_is_the_first_cause(later: dict[str, int]) -> None:
    position = {**MARS_WINS, "sides": [{"won": ["mars"]}, {"won": ["jupiter"]}]}
    tables = []
    for actions in (["recruit khan", "planet mars"], ["lead nero"]):
        game = Game.from_position(complete(position), seed="a review")
        for action in actions:
            game.play(0, action)
        tables.append(game.table())
    first, *_others = causes(tables[0], tables[1], 0, later)
    assert first == (Cause("earlier", "mars", 3) if later else Cause("disc", "mars"))


def test_a_turn_that_wins_nothing_is_worse_than_one_that_wins_a_disc() -> None:
    turn = turn_of(
        {**MARS_WINS, "sides": [{"won": ["mars"]}, {"won": ["jupiter"] * 2}]},
        ["recruit khan", "planet terra"],
    )
    assert turn.label not in (Label.BEST, Label.GOOD)
    assert turn.better


@pytest.mark.parametrize(
    ("won", "disc", "winning"),
    [
        (["mars", "mars"], 2, ["recruit khan", "planet mars"]),
        (["mars", "mars"], 3, ["recruit bish0p"]),
        (["venus", "terra", "mercury"], 2, ["recruit khan", "planet mars"]),
        (["venus", "terra", "mercury"], 3, ["recruit bish0p"]),
    ],
)
def test_each_way_to_win_at_once_is_found(won: list[str], disc: int, winning: list[str]) -> None:
    sides = [{"won": won}, {"won": ["jupiter"] * 2}]
    turn = turn_of({**MARS_WINS, "discs": {"mars": disc}, "sides": sides}, ["lead nero"])
    assert turn.missed_win
    assert [answer.action for answer in turn.better] == winning


KNOWN = [puzzle for puzzle in starter_set() if puzzle.goal in (GAME, BEST)]
"""Puzzles with a known best turn: it wins the game, or is worth clearly more than all others."""


@pytest.mark.parametrize("goal", [GAME, BEST])
def test_the_solution_of_a_puzzle_is_best_and_another_beginning_a_mistake(goal: str) -> None:
    puzzles = [puzzle for puzzle in KNOWN if puzzle.goal == goal]
    assert len(puzzles) >= 30
    for puzzle in puzzles[::6]:
        labels = labels_of(puzzle, others=1)
        assert labels.pop(0) == Label.BEST
        assert set(labels) <= {Label.MISTAKE, Label.BLUNDER}


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", KNOWN)
def test_every_other_beginning_is_a_mistake_at_least(puzzle: FoundPuzzle) -> None:
    solution, *others = labels_of(puzzle, others=100)
    assert solution == Label.BEST
    assert set(others) <= {Label.MISTAKE, Label.BLUNDER}


def labels_of(puzzle: FoundPuzzle, others: int) -> list[Label]:
    """Return the label of the solution, then those of turns that begin otherwise."""

    def begun() -> Game:
        return Game.from_position(puzzle.position, seed="a puzzle")

    solved = turn_from(begun(), puzzle.solution)
    assert (solved.missed_win, solved.better) == (False, ())
    labels = [solved.label]
    wrong = [first for first in begun().pending[0].options if first != puzzle.solution[0]]
    for first in wrong[:others]:
        turn = turn_from(begun(), [first])
        assert turn.missed_win == (puzzle.goal == GAME)
        assert turn.better
        labels.append(turn.label)
    return labels


def test_advice_is_the_winning_turn() -> None:
    game = Game.from_position(complete(MARS_WINS), seed="a review")
    advice = advise(game.view(0), "any")
    assert [answer.action for answer in advice.answers] == ["recruit khan", "planet mars"]
    assert (advice.card, advice.chance) == ("khan", 1.0)


@pytest.mark.parametrize(
    ("cause", "sentence"),
    [
        (Cause("game"), "It wins the game."),
        (Cause("earlier", "mars", 2), "It wins the disc of Mars 2 turns earlier."),
        (Cause("credits", n=5), "It leaves 5 more credits to spend."),
        (Cause("cards", n=1), "It keeps 1 more card in hand."),
        (Cause("level", "animod"), "It develops the technology Animod further."),
    ],
)
def test_causes_are_sentences(cause: Cause, sentence: str) -> None:
    assert str(describe_cause(cause)) == sentence


# --- what could be known ---


def test_the_judgement_of_a_turn_depends_on_nothing_hidden() -> None:
    """With another opposing hand and another deck, choice and advice are the same."""
    found = []
    others = [agent.slug for agent in AGENTS if agent.slug not in MARS_WINS["hands"][0]]
    for theirs in (others[:4], others[30:34]):
        position = {
            **MARS_WINS,
            "discs": {"mars": -1, "terra": 1},
            "hands": [MARS_WINS["hands"][0], theirs],
            "deck": others[50:60],
        }
        turn = turn_of(position, ["recruit khan", "planet venus"])
        game = Game.from_position(complete(position), seed="a review")
        advice = advise(game.view(0), "any")
        found.append((turn.loss, turn.label, turn.better, turn.better_events, turn.causes, advice))
    assert found[0] == found[1]


def test_luck_is_apart_from_choice() -> None:
    """Two decks, the same turn: the choice loses the same, the draw is worth something else."""
    lucks = []
    for drawn in (["cresus", "annie"], ["zenon", "caligula"]):
        hands = [["khan", "nero", "sir-sam"], ["wul", "m4rt1n", "ivan", "geta"]]
        position = {**MARS_WINS, "discs": {"mars": -1}, "hands": hands, "deck": drawn}
        position["sides"] = [{"won": ["venus"], "credits": 9}, {"won": ["jupiter"]}]
        turn = turn_of(position, ["recruit khan", "planet venus"])
        lucks.append((turn.loss, turn.luck))
    assert lucks[0][0] == lucks[1][0]
    assert all(abs(luck) < 0.2 for _loss, luck in lucks)


# --- whole games ---


@cache
def reviewed(name: str) -> list[TurnReview]:
    """Return the review of a golden game."""
    return list(review(*golden(name)))


@pytest.mark.parametrize("name", ["two-absolute", "four-absolute"])
def test_every_turn_is_reviewed_and_a_better_one_is_legal(name: str) -> None:
    start, moves = golden(name)
    turns = reviewed(name)
    assert [turn.number for turn in turns] == list(range(1, turns_in(start, moves) + 1))
    at = {turn.before: turn for turn in turns}
    game, winner = start.copy(), turns[-1].seat % 2
    for number, seat, action in moves:
        turn = at.get(number - 1)
        if turn is not None and turn.better and game.pending[0].kind == "turn":
            ahead = game.copy()
            for answer in turn.better:
                ahead.play(turn.seat, answer.action)
        game.play(seat, action)
    assert game.outcome is not None
    assert turns[-1].chance == (1.0 if game.outcome.winner == winner else 0.0)
    for turn in turns:
        assert turn.loss >= 0
        assert turn.open_loss >= 0
        assert 0 <= turn.chance <= 1
        assert all(isinstance(event, Event) for event in turn.better_events)
        assert not any(event.reveals for event in turn.better_events)


@pytest.mark.parametrize("name", ["two-absolute", "four-absolute"])
def test_the_course_has_the_chances_of_the_review(name: str) -> None:
    start, moves = golden(name)
    line = course(start, moves)
    assert [round(turn.chance, 4) for turn in line] == [turn.chance for turn in reviewed(name)]
    assert [(turn.seat, turn.last) for turn in line] == [
        (turn.seat, turn.last) for turn in reviewed(name)
    ]


def test_a_review_goes_on_where_it_was_left() -> None:
    start, moves = golden("two-absolute")
    whole = reviewed("two-absolute")
    steps = review(start, moves)
    assert [next(steps), next(steps)] == whole[:2]
    last = len(whole) - 2
    assert list(review(start, moves, skip=last)) == whole[last:]


def test_a_game_that_was_broken_off_in_a_turn_is_reviewed() -> None:
    start, moves = golden("two-absolute")
    for last in range(3, 30):
        broken_off = moves[:last]
        count = turns_in(start, broken_off)
        turns = list(review(start, broken_off, skip=count - 1))
        assert [turn.number for turn in turns] == [count]


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_review_is_as_it_was(name: str) -> None:
    """`python -m tests.engine.review_write` writes them anew."""
    assert written(reviewed(name)) == (FOLDER / f"{name}.txt").read_text()


# --- sentences ---


@pytest.mark.parametrize(
    ("side", "sentence"),
    [("O", "Choose Mercury and Venus."), ("U", "Choose Mercury, Venus and Terra.")],
)
def test_an_answer_says_which_side_of_a_board_asks(side: str, sentence: str) -> None:
    """The rows of level 4 of Human differ in length between the sides."""
    position = {
        "boards": f"S{side}N",
        "secret_agents": True,
        "sides": [{"zenithium": 9, "technologies": {"human": 3}}, {}],
        "hands": [["celestin-petit", "nero"], ["wul", "m4rt1n", "ivan", "geta"]],
        "tokens": dict.fromkeys(PLANETS),
    }
    (_develop, row, *_) = turn_of(position, ["develop celestin-petit", "row mercury"]).played
    assert str(describe_action(row.action, row.source)) == sentence
