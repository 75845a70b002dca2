"""Bots: woken after the commit, asked again, and never playing twice."""

from datetime import timedelta
from typing import Any

import pytest
from celery import current_app
from django.utils import timezone

from accounts.models import User
from games.tables import publishing, tasks
from games.tables.models import Game, Move
from games.tables.services import bots, play
from games.tables.services.play import replayed, submit_actions
from tests.support.factories import answer, at_once, running_game
from tests.tables.answering import until_asked

pytestmark = pytest.mark.django_db


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Record the tasks of bots instead of queueing them."""
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(tasks.play_bot, "apply_async", lambda args, expires: asked.append(args))
    return asked


def bot_to_move(ada: User) -> Game:
    game = running_game(ada, "noisy")
    while game.seats.get(user=ada).asked:
        game = answer(game)
    return game


def test_a_task_run_twice_plays_once(ada: User) -> None:
    game = bot_to_move(ada)
    seq = game.seq
    stale = Game.objects.get(pk=game.pk)
    assert bots.play_bot(game.pk, 1)
    game.refresh_from_db()
    assert game.seq == seq + 1
    move = game.moves.get(seq=seq + 1)
    # The second run had read the game before the first one landed.
    assert not play.submit_bot_action(game.pk, 1, move.action, stale.seq)
    assert game.moves.count() == seq + 1


@pytest.mark.django_db(transaction=True)
def test_a_task_run_twice_at_once_plays_once(ada: User, woken: list[tuple[int, int]]) -> None:
    game = bot_to_move(ada)
    seq = game.seq
    results = at_once(lambda: bots.play_bot(game.pk, 1), lambda: bots.play_bot(game.pk, 1))
    game.refresh_from_db()
    # The slower one either comes too late, or finds the next question and answers that.
    assert results.count(True) == game.seq - seq
    assert list(game.moves.values_list("seq", flat=True)) == list(range(1, game.seq + 1))
    assert replayed(game).snapshot() == game.snapshot


def test_a_bot_that_is_not_asked_does_nothing(ada: User) -> None:
    game = running_game(ada, "noisy", answers=2)
    while not game.seats.get(user=ada).asked:
        game = answer(game)
    assert not bots.play_bot(game.pk, 1)
    assert not bots.play_bot(game.pk, 0)


def test_a_task_for_a_game_that_was_deleted_does_nothing() -> None:
    assert not bots.play_bot(4711, 0)


def asked(game: Game) -> list[int]:
    return list(game.seats.filter(asked=True).order_by("number").values_list("number", flat=True))


def test_a_bot_leaves_to_its_teammate_what_either_may_answer(ada: User) -> None:
    game = until_asked(running_game(ada, "random", "random", "random", answers=4), 0, 2)
    assert asked(game) == [0]
    assert not bots.play_bot(game.pk, 2)
    game = submit_actions(ada, game.pk, ["first 2"], game.seq)
    assert asked(game) == [2]
    assert bots.play_bot(game.pk, 2)


def test_of_two_bots_either_may_answer(ada: User) -> None:
    game = until_asked(running_game(ada, "random", "random", "random", answers=4), 1, 3)
    assert asked(game) == [1, 3]
    assert bots.play_bot(game.pk, 3)


def test_a_bot_is_woken_after_the_commit(
    ada: User, woken: list[tuple[int, int]], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        game = running_game(ada, "noisy")
        assert woken == []
    assert woken == [(game.pk, 1)]


def test_a_lost_task_is_found_by_the_sweep(ada: User, woken: list[tuple[int, int]]) -> None:
    game = bot_to_move(ada)
    assert bots.wake_forgotten_bots() == 0
    game.seats.filter(number=1).update(asked_at=timezone.now() - timedelta(seconds=11))
    assert bots.wake_forgotten_bots() == 1
    assert woken == [(game.pk, 1)]


def test_sweeps_queue_a_game_once_while_the_worker_is_dead(ada: User) -> None:
    game = bot_to_move(ada)
    game.seats.filter(number=1).update(asked_at=timezone.now() - timedelta(seconds=11))
    with current_app.producer_or_acquire() as producer:
        producer.channel._new_queue("bots")
        producer.channel.queue_purge("bots")
        for _sweep in range(40):  # ten minutes
            bots.wake_forgotten_bots()
        assert producer.channel.queue_purge("bots") == 1


def test_a_worker_killed_in_the_middle_leaves_nothing_half_done(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = bot_to_move(ada)
    before = (game.seq, game.version, game.snapshot)

    class Killed(BaseException):
        """Stands for SystemExit or a lost connection."""

    def die(*_args: object) -> None:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(publishing, "table_changed", die)  # the last thing before the commit
        with pytest.raises(Killed):
            bots.play_bot(game.pk, 1)
    game.refresh_from_db()
    assert (game.seq, game.version, game.snapshot) == before
    assert game.moves.count() == game.seq
    assert bots.play_bot(game.pk, 1)
    game.refresh_from_db()
    assert replayed(game).snapshot() == game.snapshot


def test_the_second_try_of_a_bot_gives_the_same_answer(ada: User) -> None:
    actions = set()
    for _try in range(2):
        game = bot_to_move(ada)
        bots.play_bot(game.pk, 1)
        game.refresh_from_db()
        actions.add(Move.objects.get(game=game, seq=game.seq).action)
    assert len(actions) == 1
