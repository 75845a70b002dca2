"""Moves: repeated submissions, refusals and transactions."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.refusals import Refused
from engine import RULES_VERSION
from engine import Game as EngineGame
from engine.events import MulliganChosen
from games.tables import publishing, tasks
from games.tables.models import Ending, Game, Move, Seat, Status
from games.tables.services import bots, ending, play
from games.tables.services.check import differences
from games.tables.services.drafts import add_to_draft, confirm_draft, draft_of, undo_draft
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

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    return player("ada")


@pytest.fixture
def bob() -> User:
    return player("bob")


def in_turn(ada: User, bob: User, answers: int = 2) -> tuple[Game, User, str]:
    """Return a game after the mulligan, the user who is asked, and a legal answer."""
    game = running_game(ada, bob, answers=answers)
    seat, action = legal_answer(game)
    assert seat.user is not None
    return game, seat.user, action


def other(user: User, *people: User) -> User:
    return next(person for person in people if person != user)


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


# --- drafts ---


def test_a_draft_is_undone_and_confirmed(ada: User, bob: User) -> None:
    game, user, action = in_turn(ada, bob)
    add_to_draft(user, game.pk, action, 2)
    seat = game.seats.get(user=user)
    assert draft_of(game, seat).actions == (action,)
    undo_draft(user, game.pk, 2)
    undo_draft(user, game.pk, 2)
    seat.refresh_from_db()
    assert draft_of(game, seat).actions == ()
    add_to_draft(user, game.pk, action, 2)
    assert confirm_draft(user, game.pk, 2).seq == 3
    assert confirm_draft(user, game.pk, 2).seq == 3
    seat.refresh_from_db()
    assert seat.draft == []


def test_an_empty_draft_confirms_nothing(ada: User, bob: User) -> None:
    game, user, _action = in_turn(ada, bob)
    refusal(422, confirm_draft, user, game.pk, 2)


def test_a_draft_is_forgotten_when_the_game_moves_on(ada: User, bob: User) -> None:
    game = until_asked(running_game(ada, "random", bob, "random", answers=4), 0, 2)
    add_to_draft(ada, game.pk, "first 0", game.seq)
    submit_actions(bob, game.pk, ["first 2"], game.seq)
    assert "nothing" in refusal(422, confirm_draft, ada, game.pk, game.seq + 1)


def test_the_draft_of_a_mulligan_outlives_the_choices_of_others(ada: User, bob: User) -> None:
    game = running_game(ada, bob)
    card = engine_game(game).view(0)["hands"][0]["cards"][0]
    add_to_draft(ada, game.pk, f"redraw {card}", 0)
    submit_actions(bob, game.pk, ["redraw"], 0)
    undo_draft(ada, game.pk, 0)  # from a page that was there before
    add_to_draft(ada, game.pk, f"redraw {card}", 0)
    assert confirm_draft(ada, game.pk, 0).seq == 2
    assert confirm_draft(ada, game.pk, 0).seq == 2
    assert submit_actions(ada, game.pk, [f"redraw {card}"], 0).seq == 2
    assert [move.action for move in game.moves.all()] == ["redraw", f"redraw {card}"]
    refusal(409, add_to_draft, ada, game.pk, "redraw", 0)


@pytest.mark.parametrize("others", [["redraw"], ["redraw", 0], ["redraw", 0, 1, 2, 3]])
@pytest.mark.parametrize("mine", [[], [1], [0, 1, 2, 3]])
def test_the_draft_of_a_mulligan_shows_ones_own_choice_only(
    ada: User, bob: User, others: list[Any], mine: list[int]
) -> None:
    game = running_game(ada, bob)
    cards = engine_game(game).view(0)["hands"][0]["cards"]
    theirs = engine_game(game).view(1)["hands"][1]["cards"]
    verb, *places = others
    submit_actions(bob, game.pk, [" ".join([verb, *(theirs[place] for place in places)])], 0)
    own = tuple(cards[place] for place in mine)
    add_to_draft(ada, game.pk, " ".join(["redraw", *own]), 0)
    game.refresh_from_db()
    draft = draft_of(game, game.seats.get(number=0))
    assert draft.events == (MulliganChosen(0, own),)
    assert draft.final
    assert draft.view == engine_game(game).view(0)


def test_an_illegal_draft_is_refused(ada: User, bob: User) -> None:
    game, user, _action = in_turn(ada, bob)
    refusal(409, add_to_draft, user, game.pk, "redraw", 2)
    refusal(409, add_to_draft, other(user, ada, bob), game.pk, "redraw", 2)
    refusal(403, add_to_draft, player("eve"), game.pk, "redraw", 2)


def test_too_many_cards_or_too_few_are_refused_with_their_number(ada: User) -> None:
    game = until_asked(running_game(ada, "random", "random", "random", answers=4), 0, 2)
    add_to_draft(ada, game.pk, "first 0", game.seq)
    hand = engine_game(game).view(0)["hands"][0]["cards"]
    add_to_draft(ada, game.pk, f"lead {hand[0]}", game.seq)
    too_many = " ".join(["share", *hand[1:4]])
    assert refusal(409, add_to_draft, ada, game.pk, too_many, game.seq) == "2 cards at most."
    assert refusal(409, add_to_draft, ada, game.pk, "share", game.seq) == "Tick a card first."
    add_to_draft(ada, game.pk, f"share {hand[1]}", game.seq)


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


# --- bots ---


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Record the tasks of bots instead of queueing them."""
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(tasks.play_bot, "apply_async", asked.append)
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


def until_asked(game: Game, *seats: int) -> Game:
    """Play until the engine asks these seats for the same decision."""
    while engine_game(game).pending[0].seats != seats:
        game = answer(game)
    return game


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

    def dead_broker(*_args: object) -> None:
        raise OperationalError

    monkeypatch.setattr(publishing, "get_channel_layer", DeadLayer)
    monkeypatch.setattr(tasks.play_bot, "apply_async", dead_broker)
    with django_capture_on_commit_callbacks(execute=True):
        game = running_game(ada, "noisy")
    assert Game.objects.get(pk=game.pk).status == Status.RUNNING
    assert "could not publish the change of game" in caplog.text
    assert "could not queue games.tables.tasks.play_bot" in caplog.text
    assert not any(record.exc_info for record in caplog.records)


def test_the_engine_is_dealt_what_the_setup_says(ada: User, bob: User) -> None:
    game = running_game(ada, bob)
    assert EngineGame.replay(game.setup).snapshot() == game.snapshot
