"""Undo-send: a confirmed turn waits, unseen, until it is played or taken back."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from common.refusals import Refused
from engine import events as e
from games.clock import Clock, a_turn_in
from games.notifications.models import Notification
from games.tables import publishing, selectors
from games.tables.models import Game, Move, Seat, Status
from games.tables.services import check, drafts, ending, sending
from games.tables.services.bots import play_bot, wake_forgotten_bots
from games.tables.services.expiry import mind_the_clocks
from games.tables.services.sealing import WAITS, can_wait, seal
from tests.support.factories import answer, player, running_game, wakeful
from tests.support.pages import pages_of

pytestmark = pytest.mark.django_db

NOON = datetime(2031, 3, 5, 12, tzinfo=timezone.get_fixed_timezone(0))
SOON = timedelta(seconds=1)


@pytest.fixture
def ada() -> User:
    return wakeful("ada", undo_send=True)


@pytest.fixture
def bob() -> User:
    return wakeful("bob")


def drafted(game: Game, verb: str = "lead") -> Seat:
    """Put a whole turn on the draft of the seat that is asked; return the seat."""
    game.refresh_from_db()
    seat = game.seats.get(asked=True)
    assert seat.user is not None
    while True:
        seat.refresh_from_db()
        decision = drafts.draft_of(game, seat).decision
        if decision is None:
            return seat
        found = [one for one in decision.options if one.startswith(verb)]
        drafts.add_to_draft(seat.user, game.pk, (found or decision.options)[0], game.seq)


def turn_of(user: User, *others: User | str, now: datetime = NOON, **fields: Any) -> Game:
    """Return a game in which it is a user's turn, which is drafted."""
    game = running_game(user, *others, now=now, **fields)
    for _ in range(20):
        game = answer(game, now=now)
        asked = game.seats.filter(asked=True)
        if game.seq > 3 and [seat.user for seat in asked] == [user]:
            drafted(game)
            return Game.objects.get(pk=game.pk)
    raise AssertionError("it is never this user's turn")


def confirm(game: Game, user: User, now: datetime = NOON, **how: Any) -> Seat:
    drafts.confirm_draft(user, game.pk, game.seq, now=now, **how)
    return Seat.objects.get(game=game, user=user)


def moves(game: Game) -> int:
    return Move.objects.filter(game=game).count()


# --- while it waits ---


def test_nobody_is_told_and_nothing_changes_for_others(
    ada: User, bob: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    told: list[str] = []

    class Layer:
        async def group_send(self, group: str, hint: dict[str, Any]) -> None:
            told.append(group)

    game = turn_of(ada, bob)
    before, notes = Game.objects.values().get(pk=game.pk), Notification.objects.count()
    pages = pages_of(game, (bob, None), NOON)
    monkeypatch.setattr(publishing, "get_channel_layer", Layer)
    with django_capture_on_commit_callbacks(execute=True):
        seat = confirm(game, ada)
    assert (seat.sealed_at, seat.sends_at, seat.asked) == (NOON, NOON + WAITS, True)
    assert Game.objects.values().get(pk=game.pk) == before
    publishing.flush()
    assert told == [f"user.{ada.pk}"], "her own pages count the games that wait"
    assert Notification.objects.count() == notes
    assert pages_of(game, (bob, None), NOON) == pages


def test_the_player_sees_it_and_it_does_not_wait_for_her(ada: User, bob: User) -> None:
    game = turn_of(ada, bob, now=timezone.now())
    assert selectors.waiting_games([ada.pk]) == {ada.pk: [game.pk]}
    confirm(game, ada, timezone.now())
    assert selectors.waiting_games([ada.pk]) == {}
    assert selectors.playing(ada).turns == 0
    assert not selectors.your_turn(ada)
    client = Client()
    client.force_login(ada)
    html = client.get(f"/tables/{game.pk}/").content.decode()
    assert 'id="take-back"' in html
    assert 'id="send-now"' in html
    assert 'id="confirm"' not in html
    assert "is-mine" not in html
    assert f'href="/tables/{game.pk}/"' in client.get("/").content.decode()


def test_it_is_taken_back_changed_and_confirmed_again(ada: User, bob: User) -> None:
    game = turn_of(ada, bob, now=timezone.now())
    draft = Seat.objects.get(game=game, user=ada).draft
    confirm(game, ada, timezone.now())
    with pytest.raises(Refused):
        drafts.add_to_draft(ada, game.pk, "lead x", game.seq)
    drafts.undo_draft(ada, game.pk, game.seq)
    seat = Seat.objects.get(game=game, user=ada)
    assert (seat.sealed_at, seat.sends_at, seat.draft) == (None, None, draft)
    assert selectors.waiting_games([ada.pk]) == {ada.pk: [game.pk]}
    drafts.undo_draft(ada, game.pk, game.seq)
    assert Seat.objects.get(pk=seat.pk).draft == draft[:-1]
    assert moves(game) == game.seq


def test_a_second_click_changes_nothing_and_send_now_sends(ada: User, bob: User) -> None:
    game = turn_of(ada, bob)
    confirm(game, ada)
    again = confirm(game, ada, NOON + SOON)
    assert again.sealed_at == NOON
    sent = confirm(game, ada, NOON + SOON, at_once=True)
    assert (sent.sealed_at, sent.sends_at) == (None, None)
    assert moves(game) > game.seq
    confirm(game, ada, NOON + 2 * SOON)


# --- when it is due ---


def test_a_turn_that_can_not_be_sent_holds_up_no_other(
    ada: User, bob: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, whole = turn_of(ada, bob), turn_of(ada, bob)
    for game in (broken, whole):
        confirm(game, ada)
    send = sending.send

    def fail(game_id: int, now: datetime) -> None:
        if game_id == broken.pk:
            raise RuntimeError("no luck")
        send(game_id, now=now)

    monkeypatch.setattr(sending, "send", fail)
    assert sending.send_due(NOON + WAITS) == 2
    assert moves(whole) > whole.seq
    assert f"could not send the turn of game {broken.pk}" in caplog.text


def test_a_closed_laptop_sends_and_the_clocks_are_honest(ada: User, bob: User) -> None:
    game = turn_of(ada, bob)
    assert game.clock is not None
    answered = NOON + timedelta(hours=2)
    confirm(game, ada, answered)
    sending.send_due(answered + WAITS - SOON)
    assert moves(game) == game.seq
    later = answered + timedelta(minutes=7)  # the worker was busy
    assert sending.send_due(later) == 1
    after = Game.objects.get(pk=game.pk)
    assert moves(game) > game.seq
    mine = Seat.objects.get(game=game, user=ada)
    assert (mine.draft, mine.sealed_at, mine.sends_at) == ([], None, None)
    clock = Clock.from_json(after.clock)
    theirs = clock.sides[1 - mine.side]
    assert theirs.since == later, "the next player's time begins when the turn is played"
    at_once = turn_of(ada, player("eve"))
    confirm(at_once, ada, answered, at_once=True)
    spent = Clock.from_json(Game.objects.get(pk=at_once.pk).clock)
    other = Seat.objects.get(game=at_once, user=ada).side
    assert clock.sides[mine.side].left == spent.sides[other].left, "hers stopped as she confirmed"
    assert Notification.objects.filter(user=bob, kind="turn").exists()
    assert sending.send_due(later + WAITS) == 0


def test_a_fast_opponent_sees_it_when_it_is_due(ada: User, bob: User) -> None:
    now = timezone.now()
    game = turn_of(ada, bob, now=now)
    confirm(game, ada, now)
    fast = Client(headers={"HX-Request": "true"})
    fast.force_login(bob)
    path = f"/tables/{game.pk}/?version={game.version}&here=1"
    assert fast.get(path).status_code == 204
    for verb in ("draft", "confirm"):
        form = {"seq": str(game.seq), "action": "lead x", "steps": "0"}
        assert fast.post(reverse(verb, args=[game.pk]), form).status_code in (409, 422)
    Seat.objects.filter(game=game, user=ada).update(sends_at=now - SOON)
    shown = fast.get(path)
    assert shown.status_code == 200
    assert "is-mine" in shown.content.decode()


def test_a_bot_waits_too(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    game = turn_of(ada, "noisy")
    confirm(game, ada)
    woken: list[int] = []
    monkeypatch.setattr("games.tables.services.bots.wake_bots_of", woken.append)
    Seat.objects.filter(game=game).update(asked_at=NOON - timedelta(days=4000))
    number = Seat.objects.exclude(bot="").get(game=game).number
    assert not play_bot(game.pk, number, now=NOON + SOON)
    assert wake_forgotten_bots() == 0
    assert woken == []
    sending.send_due(NOON + WAITS)
    assert play_bot(game.pk, number, now=NOON + WAITS)


def test_it_is_sent_before_the_time_runs_out(ada: User, bob: User) -> None:
    game = turn_of(ada, bob, pace=a_turn_in(1))
    assert game.deadline is not None
    at = game.deadline - timedelta(seconds=10)
    seat = confirm(game, ada, at)
    assert seat.sends_at == game.deadline
    mind_the_clocks(game.deadline + timedelta(seconds=3))
    after = Game.objects.get(pk=game.pk)
    assert after.status == Status.RUNNING
    assert moves(game) > game.seq


@pytest.mark.parametrize("late", [timedelta(seconds=1), timedelta(days=1)])
def test_what_was_confirmed_in_time_is_played_however_late_it_is_sent(
    ada: User, bob: User, late: timedelta
) -> None:
    """The deadline asks when the turn was confirmed; the player's time ended then, too."""
    game = turn_of(ada, bob)
    assert game.deadline is not None
    confirm(game, ada, game.deadline)
    assert sending.send_due(game.deadline + late) == 1
    after = Game.objects.get(pk=game.pk)
    assert (after.status, moves(game) > game.seq) == (Status.RUNNING, True)
    mine = Seat.objects.get(game=game, user=ada)
    clock = Clock.from_json(after.clock)
    at_once = turn_of(ada, player("eve"))
    assert at_once.deadline is not None
    confirm(at_once, ada, at_once.deadline, at_once=True)
    spent = Clock.from_json(Game.objects.get(pk=at_once.pk).clock)
    hers = spent.sides[Seat.objects.get(game=at_once, user=ada).side]
    assert clock.sides[mine.side].left == hers.left
    assert clock.sides[1 - mine.side].since == game.deadline + late


def test_after_the_deadline_nothing_can_be_confirmed(ada: User, bob: User) -> None:
    game = turn_of(ada, bob)
    assert game.deadline is not None
    with pytest.raises(Refused, match="time"):
        confirm(game, ada, game.deadline + SOON)
    seat = Seat.objects.get(game=game, user=ada)
    assert (seat.sealed_at, seat.sends_at) == (None, None)
    assert seat.draft, "it stays a draft"
    assert moves(game) == game.seq


def test_a_turn_never_waits_beyond_the_deadline_nor_is_it_due_before_it_was_sealed(
    ada: User, bob: User
) -> None:
    game = turn_of(ada, bob)
    seat = game.seats.get(user=ada)
    assert game.deadline is not None
    for before, wait in ((WAITS * 2, WAITS), (WAITS / 3, WAITS / 3), (-SOON, timedelta())):
        now = game.deadline - before
        seal(game, seat, now)
        assert seat.sends_at == now + wait


def test_who_takes_it_back_has_the_clock_running_as_before(ada: User, bob: User) -> None:
    now = timezone.now()
    game = turn_of(ada, bob, now=now)
    before = Game.objects.values("clock", "deadline").get(pk=game.pk)
    confirm(game, ada, now)
    drafts.undo_draft(ada, game.pk, game.seq)
    assert Game.objects.values("clock", "deadline").get(pk=game.pk) == before
    assert game.deadline is not None
    mind_the_clocks(game.deadline + SOON)
    assert Game.objects.get(pk=game.pk).ending == "time"


def test_a_kill_between_loses_nothing_and_plays_nothing_twice(
    ada: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = turn_of(ada, bob)
    confirm(game, ada)

    def killed(*_args: Any, **_more: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(publishing, "table_changed", killed)
        with pytest.raises(KeyboardInterrupt):
            sending.send_due(NOON + WAITS)
    assert moves(game) == game.seq
    assert Seat.objects.get(game=game, user=ada).sends_at == NOON + WAITS
    sending.send_due(NOON + WAITS)
    played = moves(game)
    sending.send(game.pk, now=NOON + 2 * WAITS)
    confirm(game, ada, NOON + 2 * WAITS)
    assert moves(game) == played > game.seq


def test_it_is_too_late_to_take_back_what_is_due(ada: User, bob: User) -> None:
    now = timezone.now()
    game = turn_of(ada, bob, now=now)
    confirm(game, ada, now - WAITS)
    with pytest.raises(Refused, match="has been sent"):
        drafts.undo_draft(ada, game.pk, game.seq)


def test_a_game_that_ends_meanwhile_ends_the_seal(ada: User, bob: User) -> None:
    game = turn_of(ada, bob)
    confirm(game, ada)
    ending.resign(bob, game.pk, now=NOON + SOON)
    seat = Seat.objects.get(game=game, user=ada)
    assert (seat.draft, seat.sealed_at, seat.sends_at) == ([], None, None)
    assert sending.send_due(NOON + WAITS) == 0
    assert moves(game) == game.seq


def test_a_turn_whose_second_answer_is_refused_leaves_the_record_as_it_was(
    ada: User, bob: User
) -> None:
    game = turn_of(ada, bob)
    assert game.deadline is not None
    seat = confirm(game, ada, game.deadline - SOON)
    Seat.objects.filter(pk=seat.pk).update(draft=[seat.draft[0], "planet nowhere"])
    assert mind_the_clocks(game.deadline + SOON) == 1
    after = Game.objects.get(pk=game.pk)
    assert after.seq == moves(game) == game.seq
    assert check.differences(after) == []


# --- what does not wait ---


@pytest.mark.parametrize("why", ["not wanted", "live", "mulligan"])
def test_what_is_played_at_once(ada: User, bob: User, why: str) -> None:
    now = timezone.now()
    if why == "mulligan":
        game = running_game(ada, bob, now=now)
        drafts.add_to_draft(ada, game.pk, "redraw", game.seq)
    else:
        game = turn_of(ada, bob, now=now)
    if why == "not wanted":
        ada.undo_send = False
    if why == "live":
        Game.objects.filter(pk=game.pk).update(live=True)
    assert confirm(game, ada, now).sends_at is None
    assert moves(game) > game.seq


def test_what_reveals_something_in_the_middle_does_not_wait() -> None:
    game = Game()
    drawn, shuffled = e.CardsDrawn(0, 1, ("nero",)), e.DeckShuffled(20)
    assert can_wait(game, [e.LeadershipTaken(0, "nero", "human"), drawn, shuffled])
    assert can_wait(game, [e.TokenGained(0, "credits-5", "mars"), drawn])
    assert not can_wait(game, [e.AgentMobilized(0, "nero", "mars"), drawn])
    assert not can_wait(game, [e.TokenGained(0, "credits-5", None), drawn])
