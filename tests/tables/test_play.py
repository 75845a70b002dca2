"""Moves: repeated submissions, refusals and transactions."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from common.refusals import Refused
from engine import RULES_VERSION
from engine import Game as EngineGame
from games.tables import publishing, tasks
from games.tables.models import Ending, Game, Seat, Status
from games.tables.services import ending
from games.tables.services.check import differences
from games.tables.services.drafts import add_to_draft, confirm_draft
from games.tables.services.play import engine_game, replayed, submit_actions
from tests.support.factories import (
    answer,
    at_once,
    finished_game,
    legal_answer,
    player,
    refusal,
    running_game,
    table,
)
from tests.tables.answering import in_turn, other

pytestmark = pytest.mark.django_db


# --- submitting ---


def test_an_answer_becomes_a_move_and_the_snapshot_follows(ada: User, bob: User) -> None:
    game, user, action = in_turn(ada, bob)
    submit_actions(user, game.pk, [action], 2)
    game.refresh_from_db()
    assert game.seq == 3
    assert game.moves.get(seq=3).action == action
    assert replayed(game).snapshot() == game.snapshot


def test_the_same_confirm_twice_is_once(ada: User, bob: User) -> None:
    game, user, action = in_turn(ada, bob)
    submit_actions(user, game.pk, [action], 2)
    version = Game.objects.get(pk=game.pk).version
    again = submit_actions(user, game.pk, [action], 2)
    assert again.seq == 3
    assert again.version == version
    assert game.moves.count() == 3


@pytest.mark.whole
def test_the_confirm_that_ends_a_game_twice_is_once(ada: User, bob: User) -> None:
    game = running_game(ada, bob)
    while game.status == Status.RUNNING:
        seat, action = legal_answer(game)
        user, seq = seat.user, game.seq
        game = answer(game)
    assert user is not None
    assert submit_actions(user, game.pk, [action], seq).seq == game.seq
    assert confirm_draft(user, game.pk, seq).seq == game.seq
    refusal(409, submit_actions, user, game.pk, [action], game.seq)


def test_a_stale_page_is_told_so(ada: User, bob: User) -> None:
    game, user, action = in_turn(ada, bob)
    assert "changed" in refusal(409, submit_actions, user, game.pk, [action], 1)
    assert "changed" in refusal(409, submit_actions, user, game.pk, [action], 7)


def test_it_is_not_the_other_ones_turn(ada: User, bob: User) -> None:
    game, user, action = in_turn(ada, bob)
    refusal(409, submit_actions, other(user, ada, bob), game.pk, [action], 2)


def test_a_stranger_cannot_play(ada: User, bob: User) -> None:
    game, _user, action = in_turn(ada, bob)
    refusal(403, submit_actions, player("eve"), game.pk, [action], 2)


@pytest.mark.parametrize(
    ("actions", "status"),
    [
        ([], 422),
        (["no such word"], 422),
        (["recruit nobody"], 422),
        ([""], 422),
        (["redraw"], 409),
        (["redraw"] * 61, 422),
    ],
)
def test_what_is_no_legal_answer_changes_nothing(
    ada: User, bob: User, actions: list[str], status: int
) -> None:
    game, user, _action = in_turn(ada, bob)
    refusal(status, submit_actions, user, game.pk, actions, 2)


def test_several_answers_go_all_or_none(ada: User, bob: User) -> None:
    game, user, action = in_turn(ada, bob)
    refusal(409, submit_actions, user, game.pk, [action, "redraw"], 2)


def test_a_finished_game_takes_no_moves() -> None:
    game = finished_game("noisy", "random")
    ada = player("ada")
    game.seats.filter(number=0).update(user=ada, bot="")
    refusal(409, submit_actions, ada, game.pk, ["redraw"], game.seq)
    refusal(409, ending.resign, ada, game.pk)
    refusal(409, ending.abort, ada, game.pk)
    refusal(409, add_to_draft, ada, game.pk, "redraw", game.seq)


def test_an_open_table_takes_no_moves(ada: User) -> None:
    game = table(ada, None)
    refusal(409, submit_actions, ada, game.pk, ["redraw"], 0)


def test_a_game_played_to_its_end_says_who_won_and_how() -> None:
    game = finished_game("greedy", "random")
    outcome = engine_game(game).outcome
    assert outcome is not None
    assert (game.winner, game.ending) == (outcome.winner, outcome.victory or Ending.DRAW)
    assert game.finished_at is not None
    assert game.deadline is None
    assert not game.seats.filter(asked=True).exists()
    assert replayed(game).snapshot() == game.snapshot


def test_a_game_keeps_the_rules_that_it_began_with(ada: User, bob: User) -> None:
    game = running_game(ada, bob)
    assert game.setup is not None
    assert game.snapshot is not None
    assert game.rules_version == RULES_VERSION
    game.rules_version = 1  # as a game from before there were versions
    game.setup["rules_version"] = game.snapshot["record"]["rules_version"] = 1
    game.save()
    for _ in range(4):
        game = answer(game)
    assert (game.snapshot or {})["record"]["rules_version"] == 1
    assert differences(game) == []


# --- two at once ---


@pytest.mark.django_db(transaction=True)
def test_two_confirms_at_once_are_one(ada: User, bob: User) -> None:
    game, user, action = in_turn(ada, bob)
    click = lambda: submit_actions(user, game.pk, [action], 2)  # noqa: E731
    results = at_once(click, click, click, click)
    assert [getattr(result, "seq", result) for result in results] == [3, 3, 3, 3]
    assert game.moves.filter(seq=3).count() == 1
    assert game.moves.count() == 3


@pytest.mark.django_db(transaction=True)
def test_two_different_answers_at_once_are_one_and_a_refusal(ada: User, bob: User) -> None:
    game, user, action = in_turn(ada, bob)
    mine = [d for d in engine_game(game).pending if d.options]
    elsewise = next(option for option in mine[0].options if option != action)
    results = at_once(
        lambda: submit_actions(user, game.pk, [action], 2),
        lambda: submit_actions(user, game.pk, [elsewise], 2),
    )
    refused = [result for result in results if isinstance(result, Refused)]
    assert len(refused) == 1
    assert game.moves.count() == 3
    game.refresh_from_db()
    assert replayed(game).snapshot() == game.snapshot


@pytest.mark.django_db(transaction=True)
def test_both_sides_may_answer_the_mulligan_at_once(ada: User, bob: User) -> None:
    game = running_game(ada, bob)
    results = at_once(
        lambda: submit_actions(ada, game.pk, ["redraw"], 0),
        lambda: submit_actions(bob, game.pk, ["redraw"], 0),
    )
    # Neither choice depends on the other, so the page of the second player is not out of date.
    assert not any(isinstance(result, Exception) for result in results)
    assert game.moves.count() == 2


# --- ends without a move ---


def test_who_resigns_loses(ada: User, bob: User) -> None:
    game = running_game(ada, bob, answers=3)
    ending.resign(ada, game.pk)
    game.refresh_from_db()
    assert (game.status, game.winner, game.ending) == (Status.FINISHED, 1, Ending.RESIGNATION)
    assert not game.seats.filter(asked=True).exists()
    refusal(409, ending.resign, ada, game.pk)


def test_a_stranger_cannot_resign_or_abort(ada: User, bob: User) -> None:
    game = running_game(ada, bob)
    eve = player("eve")
    refusal(403, ending.resign, eve, game.pk)
    refusal(403, ending.abort, eve, game.pk)


def test_a_game_is_aborted_only_before_ones_own_first_turn(ada: User, bob: User) -> None:
    game = running_game(ada, bob)
    ending.abort(bob, game.pk)
    game.refresh_from_db()
    assert (game.status, game.winner, game.ending) == (Status.ABORTED, None, "")

    game = running_game(ada, bob)
    while not game.seats.filter(turns=1).exists():
        game = answer(game)
    first = game.seats.get(turns=1)
    other = game.seats.get(turns=0)
    assert first.user is not None
    assert other.user is not None
    refusal(409, ending.abort, first.user, game.pk)
    assert ending.may_abort(game, list(game.seats.all()), other)
    while not game.seats.get(pk=other.pk).turns:
        game = answer(game)
    refusal(409, ending.abort, other.user, game.pk)


def test_only_three_games_a_day_are_aborted(ada: User, bob: User) -> None:
    for _ in range(3):
        ending.abort(ada, running_game(ada, bob).pk)
    game = running_game(ada, bob)
    assert "3 games" in refusal(429, ending.abort, ada, game.pk)
    ending.abort(bob, game.pk)
    ending.abort(ada, running_game(ada, "noisy").pk)  # a bot does not mind
    Seat.objects.filter(user=ada).update(dropped_at=timezone.now() - timedelta(days=1))
    ending.abort(ada, running_game(ada, bob).pk)


@pytest.mark.whole
def test_when_nobody_can_be_told_the_move_stands(
    ada: User,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    django_capture_on_commit_callbacks: Any,
) -> None:
    from kombu.exceptions import OperationalError  # noqa: PLC0415
    from redis.exceptions import ConnectionError as RedisGone  # noqa: PLC0415

    class DeadLayer:
        async def group_send(self, *_args: object) -> None:
            raise RedisGone

    def dead_broker(*_args: object, **_options: object) -> None:
        raise OperationalError

    monkeypatch.setattr(publishing, "get_channel_layer", DeadLayer)
    monkeypatch.setattr(tasks.play_bot, "apply_async", dead_broker)
    with django_capture_on_commit_callbacks(execute=True):
        game = running_game(ada, "noisy")
    publishing.flush()
    assert Game.objects.get(pk=game.pk).status == Status.RUNNING
    assert f"could not publish to game.{game.pk}" in caplog.text
    assert "could not queue games.tables.tasks.play_bot" in caplog.text
    assert not any(record.exc_info for record in caplog.records)


def test_the_engine_is_dealt_what_the_setup_says(ada: User, bob: User) -> None:
    game = running_game(ada, bob)
    assert EngineGame.replay(game.setup).snapshot() == game.snapshot


def test_a_row_keeps_the_engines_game_of_its_snapshot(ada: User, bob: User) -> None:
    game, user, action = in_turn(ada, bob)
    before = engine_game(game)
    assert engine_game(game) is before
    moved = submit_actions(user, game.pk, [action], 2)
    assert engine_game(moved).snapshot() == moved.snapshot == replayed(moved).snapshot()
    assert before.snapshot() == game.snapshot
    game.refresh_from_db()
    assert engine_game(game).snapshot() == moved.snapshot
    refusal(422, submit_actions, user, game.pk, ["nothing"], 3)
    assert engine_game(game).snapshot() == game.snapshot
