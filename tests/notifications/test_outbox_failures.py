"""The outbox when servers refuse, are down or hang up, and when workers die or run at once."""

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection

from accounts.models import User
from common.mailers import Unsure
from games.notifications import outbox
from games.notifications.channels import MAIL
from games.notifications.delivery_errors import Down, GiveUp, TryLater
from games.notifications.models import Delivery, Notification
from games.notifications.notifications import YourTurn
from games.notifications.outbox import CLAIM, MOST_REFUSED, PAUSES, send_due
from games.notifications.record import note
from games.tables.models import Game
from tests.notifications.pager import PAGER, pager_of
from tests.notifications.posting import (
    HALF_PAST,
    MORNING,
    NIGHT,
    NOON,
    Died,
    Post,
    accept,
    die,
    now_is,
    over,
    refuse,
    state,
)
from tests.support.factories import player

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    return player("ada")


@pytest.fixture
def bob() -> User:
    return player("bob")


def test_a_refused_mail_is_tried_again_with_growing_pauses(ada: User, post: Post) -> None:
    mail = over(ada)
    post.fails = refuse
    at = HALF_PAST
    # No test sleeps, so that only the pauses count.
    User.objects.update(sleep_from="00:00", sleep_to="00:00")
    for tries, pause in enumerate(PAUSES):
        assert send_due(at) == 0
        found = now_is(mail)
        assert (found.state, found.tries, found.due_at) == ("waiting", tries + 1, at + pause)
        assert (found.reason, found.said) == ("retry", "451 not now")
        assert send_due(at + pause - timedelta(seconds=1)) == 0
        at += pause
    assert list(PAUSES) == sorted(PAUSES)
    assert at - HALF_PAST > timedelta(days=1), "a provider may be down for a day"
    send_due(at)
    assert state(mail) == ("failed", "gave_up")
    post.fails = accept
    assert send_due(at + timedelta(days=9)) == 0


def test_it_is_sent_when_the_mail_server_is_back(ada: User, post: Post) -> None:
    mail = over(ada)
    post.fails = refuse
    send_due(HALF_PAST)
    post.fails = accept
    assert send_due(HALF_PAST + PAUSES[0]) == 1
    assert state(mail) == ("sent", "")


def test_a_mail_server_that_is_down_is_asked_once_a_run(ada: User, bob: User, post: Post) -> None:
    pager_of(bob)
    tried: list[str] = []

    def only_mail(channel: str, name: str) -> None:
        if channel == MAIL:
            tried.append(name)
            raise Down

    post.fails = only_mail
    over(ada, "one")
    over(bob, "two")
    assert send_due(HALF_PAST) == 1
    assert tried == ["ada"]
    assert post.letters(PAGER) == [("bob", ("two",))]
    send_due(HALF_PAST)
    assert tried == ["ada", "bob"]


def test_a_full_mailbox_holds_up_no_one_else(ada: User, bob: User, post: Post) -> None:
    def full(_channel: str, name: str) -> None:
        if name == "ada":
            raise TryLater("452 4.2.2 mailbox full")

    post.fails = full
    over(ada, "one")
    over(bob, "two")
    assert send_due(HALF_PAST) == 1
    assert post.letters() == [("bob", ("two",))]


def test_a_server_that_refuses_one_recipient_after_the_other_is_left_in_peace(
    ada: User, post: Post
) -> None:
    tried: list[str] = []

    def busy(_channel: str, name: str) -> None:
        tried.append(name)
        raise TryLater("451 too many mails")

    post.fails = busy
    for number in range(MOST_REFUSED + 2):
        over(ada, f"over {number}")
    send_due(HALF_PAST)
    assert len(tried) == MOST_REFUSED
    send_due(HALF_PAST)
    assert len(tried) == MOST_REFUSED + 2


def test_somebody_else_s_dead_pager_holds_up_nobody(ada: User, bob: User, post: Post) -> None:
    for user in (ada, bob):
        pager_of(user)

    def ada_is_down(_channel: str, name: str) -> None:
        if name == "ada":
            raise TryLater

    post.fails = ada_is_down
    over(ada, "one")
    over(bob, "two")
    assert send_due(NOON) == 1
    assert post.letters(PAGER) == [("bob", ("two",))]


def test_what_can_never_be_sent_fails_with_its_reason(ada: User, post: Post) -> None:
    mail = over(ada)

    def never(_channel: str, _name: str) -> None:
        raise GiveUp("bad_address", "550 no such user")

    post.fails = never
    send_due(HALF_PAST)
    assert state(mail) == ("failed", "bad_address")
    assert now_is(mail).said == "550 no such user"


def test_a_fault_of_ours_stops_nobody_else(
    ada: User, bob: User, post: Post, caplog: pytest.LogCaptureFixture
) -> None:
    mail = over(ada, "one")
    over(bob, "two")

    def ada_breaks(_channel: str, name: str) -> None:
        if name == "ada":
            raise KeyError("a bug")

    post.fails = ada_breaks
    assert send_due(HALF_PAST) == 1
    assert post.letters() == [("bob", ("two",))]
    assert state(mail) == ("failed", "fault")
    assert "a bug" in caplog.text


def test_a_worker_that_dies_before_it_sends_loses_nothing(
    ada: User, post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    mail = over(ada)

    def killed(*_args: Any) -> bool:
        raise Died

    with monkeypatch.context() as patched:
        patched.setattr(outbox, "_hand", killed)
        with pytest.raises(Died):
            send_due(HALF_PAST)
    assert send_due(HALF_PAST + CLAIM - timedelta(seconds=1)) == 0, "it might still be at it"
    assert send_due(HALF_PAST + CLAIM) == 1
    assert state(mail) == ("sent", "")


def database_dies(*_args: Any, **_options: Any) -> None:
    raise OperationalError("the server closed the connection unexpectedly")


def test_a_database_that_dies_before_anything_is_handed_over_costs_a_minute(
    ada: User, post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    mail, turn = over(ada), a_turn(ada)
    at = HALF_PAST
    for place in ("_judge", "_hand", "channel_of", "a channel"):
        with monkeypatch.context() as patched:
            if place == "a channel":
                post.fails = database_dies
            else:
                patched.setattr(outbox, place, database_dies)
            with pytest.raises(OperationalError):
                send_due(at)
        at += timedelta(minutes=1)
    post.fails = accept
    assert send_due(at) == 2
    assert [state(each) for each in (mail, turn)] == [("sent", ""), ("sent", "")]
    assert now_is(mail).unsure == 0


def test_a_claim_that_the_database_took_without_saying_so_is_given_back(
    ada: User, post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    mail = over(ada)
    claim = outbox._claim

    def claim_silently(*args: Any) -> None:
        claim(*args)
        database_dies()

    with monkeypatch.context() as patched:
        patched.setattr(outbox, "_claim", claim_silently)
        with pytest.raises(OperationalError):
            send_due(HALF_PAST)
    assert send_due(HALF_PAST + timedelta(minutes=1)) == 1
    assert state(mail) == ("sent", "")


def test_a_database_that_dies_after_a_mail_was_handed_over_brings_no_second_one(
    ada: User, post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    mail = over(ada)
    with monkeypatch.context() as patched:
        patched.setattr(outbox, "_settle", database_dies)
        with pytest.raises(OperationalError):
            send_due(HALF_PAST)
    assert len(post.sent) == 1
    for later in (timedelta(minutes=1), CLAIM):
        assert send_due(HALF_PAST + later) == 0
    assert len(post.sent) == 1
    assert state(mail) == ("failed", "unsure")


def test_a_worker_that_dies_while_it_sends_a_mail_of_something_else_leaves_no_second_one(
    ada: User, post: Post
) -> None:
    mail = over(ada)
    post.fails = die
    with pytest.raises(Died):
        send_due(HALF_PAST)
    post.fails = accept
    assert send_due(HALF_PAST + timedelta(days=1)) == 0
    assert post.sent == []
    assert state(mail) == ("failed", "unsure")


def a_turn(user: User) -> Delivery:
    """Return the mail of a turn, which is delivered at least once."""
    game = Game.objects.create(status="running", expires_at=NOON)
    game.seats.create(number=0, user=user, asked=True, asked_at=NOON)
    notification = note(user, YourTurn, f"turn {game.pk} 0", game, now=NOON)
    assert notification is not None
    return notification.deliveries.get(channel=MAIL)


def test_a_worker_that_dies_while_it_sends_the_mail_of_a_turn_leaves_it_to_another(
    ada: User, post: Post
) -> None:
    mail = a_turn(ada)
    post.fails = die
    with pytest.raises(Died):
        send_due(HALF_PAST)
    post.fails = accept
    assert send_due(HALF_PAST + CLAIM) == 1
    assert state(mail) == ("sent", "")
    assert post.letters() == [("ada", (mail.notification.key,))]


def test_a_turn_that_was_played_meanwhile_is_not_sent_again(ada: User, post: Post) -> None:
    mail = a_turn(ada)
    post.fails = die
    with pytest.raises(Died):
        send_due(HALF_PAST)
    post.fails = accept
    Game.objects.get().seats.update(asked=False)
    assert send_due(HALF_PAST + CLAIM) == 0
    assert state(mail) == ("dropped", "gone")


def test_what_kills_every_worker_is_given_up(ada: User, post: Post) -> None:
    mail = a_turn(ada)
    post.fails = die
    at = HALF_PAST
    for _try in range(4):
        with pytest.raises(Died):
            send_due(at)
        at += CLAIM
    assert send_due(at) == 0
    assert state(mail) == ("failed", "unsure")


def test_a_server_that_hangs_up_may_get_the_mail_of_a_turn_again(ada: User, post: Post) -> None:
    turn, other = a_turn(ada), over(ada)

    def hang_up(_channel: str, _name: str) -> None:
        raise Unsure("Connection unexpectedly closed")

    post.fails = hang_up
    assert send_due(HALF_PAST) == 0
    assert send_due(HALF_PAST) == 0, "a server in trouble is asked once a run"
    assert state(turn) == ("waiting", "again")
    assert now_is(turn).due_at == HALF_PAST + PAUSES[0]
    assert state(other) == ("failed", "unsure")
    for _try in range(3):
        send_due(now_is(turn).due_at)
    assert state(turn) == ("failed", "unsure")
    assert now_is(turn).said == "Connection unexpectedly closed"


def test_a_worker_that_dies_while_it_pushes_leaves_it_to_another(ada: User, post: Post) -> None:
    pager_of(ada)
    over(ada)
    post.fails = die
    with pytest.raises(Died):
        send_due(NOON)
    post.fails = accept
    assert send_due(NOON + CLAIM) == 1
    assert post.letters(PAGER) == [("ada", ("over 1",))]


def test_what_one_worker_has_claimed_no_other_gets(ada: User, post: Post) -> None:
    mail = over(ada)
    assert outbox._claim([mail.pk], HALF_PAST) == [mail]
    assert outbox._claim([mail.pk], HALF_PAST) == []
    assert outbox._claim([mail.pk], HALF_PAST + CLAIM) == [mail]


def test_a_worker_that_was_too_slow_keeps_its_hands_off(ada: User, post: Post) -> None:
    """Its claim has run out, and another worker has it, by the time it comes to send."""
    mail = over(ada)
    [slow] = outbox._claim([mail.pk], HALF_PAST)
    [quick] = outbox._claim([mail.pk], HALF_PAST + CLAIM)
    assert outbox._deliver(MAIL, [slow], HALF_PAST) == 0
    assert outbox._deliver(MAIL, [quick], HALF_PAST + CLAIM) == 1
    assert outbox._deliver(MAIL, [slow], HALF_PAST) == 0
    assert post.letters() == [("ada", ("over 1",))]


@pytest.mark.django_db(transaction=True)
def test_four_workers_at_once_send_everything_once(post: Post) -> None:
    people = [player(f"player{number}") for number in range(6)]
    for user in people:
        pager_of(user)
        for number in range(3):
            over(user, f"{user} {number}", NIGHT)
        over(user, f"{user} day", MORNING - timedelta(minutes=20))
    at = MORNING + timedelta(minutes=30)
    gate = threading.Barrier(4)
    counts: list[int] = []

    def work() -> None:
        try:
            gate.wait(10)
            counts.append(send_due(at))
        finally:
            connection.close()

    workers = [threading.Thread(target=work) for _worker in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert sum(counts) == 6 * 4 * 2
    for channel in (PAGER, MAIL):
        keys = [key for _name, keys in post.letters(channel) for key in keys]
        assert sorted(keys) == sorted(Notification.objects.values_list("key", flat=True))
        nights = [keys for _name, keys in post.letters(channel) if len(keys) > 1]
        assert len(nights) == 6, "one digest each"
    assert not Delivery.objects.filter(state="waiting").exists()
