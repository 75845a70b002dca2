"""Reviewed answers outside of a seat's own turn: to the mulligan, and in the other side's turn."""

from dataclasses import replace

import pytest

from engine import Game
from engine.analysis.review import AnswerReview, Budget, Label, advise, review
from engine.analysis.review.answers import reviewed_mulligan
from engine.analysis.review.parts import GivenAnswer
from engine.notation import mulligan_actions
from engine.setup import Options, deal
from engine.sparse_positions import SparsePosition, complete
from tests.engine.review_write import QUICK, golden

KEPT: SparsePosition = {
    "to_move": 0,
    "hands": [["titus", "nero", "sir-sam"], ["wul", "m4rt1n", "ivan", "geta"]],
    "discs": {"jupiter": -3, "venus": -3},
    "sides": [{"won": ["mars"]}, {"won": ["mercury", "terra"]}],
    "tokens": {"jupiter": "influence"},
}
"""Titus gives seat 1 Jupiter, and its token: with Venus seat 1 wins four planets."""
BUDGET = Budget(looks=(16, 32))


def answered(position: SparsePosition, action: str) -> AnswerReview:
    """Return the review of what seat 1 answers in the turn of seat 0."""
    game = Game.from_position(complete(position), seed="titus")
    moves = [(1, 0, "recruit titus"), (2, 0, "planet jupiter"), (3, 1, action)]
    turn = next(review(game, moves, budgets=QUICK))
    assert turn.seat == 0
    [answer] = turn.answers
    return answer


def test_a_win_that_is_missed_in_the_others_turn_is_a_mistake() -> None:
    answer = answered(KEPT, "planet terra")
    assert (answer.seat, answer.before, answer.is_mulligan) == (1, 2, False)
    assert answer.missed_win
    assert answer.label in (Label.MISTAKE, Label.BLUNDER)
    assert [given.action for given in answer.played] == ["planet terra"]
    assert [given.action for given in answer.better] == ["planet venus"]
    assert answer.better_events


def test_the_best_answer_in_the_others_turn_loses_nothing() -> None:
    answer = answered(KEPT, "planet venus")
    assert (answer.label, answer.loss, answer.better) == (Label.BEST, 0, ())


def test_a_hint_in_the_others_turn_names_the_best_answer() -> None:
    game = Game.from_position(complete(KEPT), seed="titus")
    for action in ("recruit titus", "planet jupiter"):
        game.play(0, action)
    advice = advise(game.view(1), "a hint")
    assert [given.action for given in advice.answers] == ["planet venus"]
    assert advice.chance == 1


def test_an_answer_in_the_others_turn_depends_on_nothing_hidden() -> None:
    others = ["huxl3y", "atlas", "cresus", "annie", "zenon", "caligula"]
    reviews = [
        answered(
            {**KEPT, "hands": [["titus", *hidden[:2]], KEPT["hands"][1]], "deck": hidden[2:]},
            "planet terra",
        )
        for hidden in (others, others[::-1])
    ]
    assert reviews[0] == reviews[1]


# --- the mulligan ---


def mulligan(game: Game, seat: int, action: str, budget: Budget = BUDGET) -> AnswerReview:
    """Return the review of an answer to the mulligan."""
    return reviewed_mulligan(GivenAnswer(game, seat, action, 0), budget)


def test_the_worst_answer_to_a_mulligan_is_a_mark_and_the_best_one_is_none() -> None:
    game = Game(deal(Options(), "mulligan 0"))
    best = advise(game.view(0), "review mulligan 0").answers[0].action
    kept = mulligan(game, 0, best)
    assert (kept.label, kept.loss, kept.better) == (Label.BEST, 0, ())
    worst = mulligan(game, 0, "redraw mc4ffr3y queen-suzanne")
    assert worst.is_mulligan
    assert worst.label in (Label.INACCURACY, Label.MISTAKE)
    assert worst.loss > 2 * worst.error > 0
    assert [answer.action for answer in worst.better] == [best]


def test_a_loss_that_is_not_proven_is_no_mark_of_a_mulligan() -> None:
    game = Game(deal(Options(), "mulligan 1"))
    reviews = [mulligan(game, 0, action, QUICK[2]) for action in game.pending[0].options[:4]]
    unproven = [answer for answer in reviews if answer.loss <= 2 * answer.error]
    assert unproven
    assert {answer.label for answer in unproven} <= {Label.BEST, Label.GOOD}
    assert not any(answer.better for answer in unproven)


def test_a_mulligan_depends_on_nothing_hidden() -> None:
    """The other hand is another one, and the deck lies in another order."""
    setup = deal(Options(), "a mulligan")
    hidden = (*setup.deck, *setup.hands[1])
    other = replace(setup, deck=hidden[4:][::-1], hands=(setup.hands[0], hidden[:4]))
    reviews = [
        mulligan(Game(dealt), 0, Game(dealt).pending[0].options[-1], QUICK[2])
        for dealt in (setup, other)
    ]
    assert reviews[0] == reviews[1]


@pytest.mark.whole
@pytest.mark.parametrize("name", ["aurora-nova", "four-absolute"])
def test_the_mulligans_of_a_game_belong_to_its_first_turn(name: str) -> None:
    game, moves = golden(name)
    turn = next(review(game, moves, budgets=QUICK))
    asked = game.pending
    assert [answer.seat for answer in turn.answers if answer.is_mulligan] == [
        seat for _number, seat, _action in moves[: len(asked)]
    ]
    for answer in turn.answers:
        [played] = answer.played
        assert played.action in mulligan_actions(game.table().hands[answer.seat])
