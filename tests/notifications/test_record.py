"""A notification is recorded once, with its event, and judged when it is due."""

from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress

from accounts.blocking import block
from accounts.models import User
from games.notifications import record
from games.notifications.channels import MAIL
from games.notifications.export import export
from games.notifications.messages import compose
from games.notifications.models import BadAddress, Delivery, Notification, NotificationSettings
from games.notifications.notifications import (
    GameIsOver,
    Invitation,
    ProposalMade,
    SeatAbandoned,
    YourTurn,
)
from games.notifications.policy import Relevance
from games.notifications.preferences import wishes_of
from games.notifications.record import note
from games.notifications.relevance import relevance_of
from games.tables.models import (
    Game,
    Message,
    NotificationLevel,
    Proposal,
    ProposalKind,
    Seat,
    Status,
)
from games.tables.services.seen import mark_seen
from games.talk import chat
from tests.notifications.pager import PAGER, install, pager_of
from tests.support.factories import answer, guest, legal_answer, player, running_game, table

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
LATER = NOON + timedelta(minutes=10)


@pytest.fixture
def ada() -> User:
    return player("ada")


@pytest.fixture
def bob() -> User:
    return player("bob")


@pytest.fixture
def game(ada: User, bob: User) -> Game:
    """A game that waits for Ada or Bob after the mulligans, without a notification so far."""
    game = running_game(ada, bob, answers=2, now=NOON - timedelta(minutes=1))
    Notification.objects.all().delete()
    return game


def asked(game: Game) -> tuple[Seat, User]:
    seat = game.seats.get(asked=True)
    assert seat.user is not None
    return seat, seat.user


def turn(game: Game, **data: Any) -> Notification:
    _seat, user = asked(game)
    notification = note(user, YourTurn, f"turn {game.pk} x", game, game.seq, now=NOON, **data)
    assert notification is not None
    return notification


# --- writing ---


def test_the_same_key_is_one_notification(ada: User, bob: User, game: Game) -> None:
    for _time in range(3):
        note(ada, GameIsOver, "over 1", game, now=NOON)
    note(bob, GameIsOver, "over 1", game, now=NOON)
    assert Notification.objects.count() == 2
    assert Delivery.objects.count() == 2


def test_a_channel_gets_a_delivery_if_there_is_an_address(
    ada: User, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch)
    pager_of(ada)
    notification = note(ada, YourTurn, "turn 1 1", game, now=NOON)
    assert notification is not None
    made = notification.deliveries.order_by("channel").values_list("channel", "due_at", "state")
    assert list(made) == [
        (MAIL, NOON + timedelta(minutes=30), Delivery.State.WAITING),
        (PAGER, NOON, Delivery.State.WAITING),
    ]


def test_no_mail_goes_to_an_address_that_is_not_confirmed(ada: User, game: Game) -> None:
    EmailAddress.objects.filter(user=ada).update(verified=False)
    notification = note(ada, YourTurn, "turn 1 1", game, now=NOON)
    assert notification is not None
    made = notification.deliveries.get()
    assert (made.state, made.reason) == (Delivery.State.DROPPED, "unconfirmed")
    EmailAddress.objects.filter(user=ada).update(verified=True, email="somebody@example.org")
    assert wishes_of(ada.pk, game).unconfirmed, "another address is confirmed, not hers"


def test_what_is_not_sent_says_why(ada: User, game: Game) -> None:
    game.seats.filter(user=ada).update(notifications=NotificationLevel.MUTE)
    notification = note(ada, YourTurn, "turn 1 1", game, now=NOON)
    assert notification is not None
    made = notification.deliveries.get()
    assert (made.state, made.reason, made.settled_at) == (Delivery.State.DROPPED, "muted", NOON)


def test_nobody_and_guests_are_not_notified(game: Game) -> None:
    assert note(None, GameIsOver, "over 1", game) is None
    assert note(guest(), GameIsOver, "over 1", game) is None
    assert Notification.objects.count() == 0


def test_the_outbox_is_woken_after_the_commit_for_what_is_due_at_once(
    ada: User, game: Game, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    install(monkeypatch)
    pager_of(ada)
    woken: list[str] = []
    monkeypatch.setattr(record, "wake_outbox", woken.extend)
    with django_capture_on_commit_callbacks(execute=True):
        note(ada, YourTurn, "turn 1 1", game, now=NOON)
        assert woken == []
    assert woken == [PAGER]


def test_talk_is_told_to_the_others_who_hear_it(ada: User, bob: User, game: Game) -> None:
    line = chat.say(ada, game.pk, "good luck", now=NOON)
    notification = Notification.objects.get()
    assert (notification.user, notification.kind, notification.data) == (
        bob,
        "talk",
        {"message": line.pk},
    )
    game.seats.filter(user=bob).update(talk_muted=True)
    chat.say(ada, game.pk, "hello?", now=NOON)
    assert Notification.objects.count() == 1


def test_an_account_takes_all_of_it_along(ada: User, game: Game) -> None:
    NotificationSettings.objects.create(user=ada)
    note(ada, GameIsOver, "over 1", game)
    User.objects.filter(pk=ada.pk).delete()
    for rows in (Notification, Delivery, NotificationSettings):
        assert not rows.objects.exists(), rows


def test_notifications_of_long_ago_are_forgotten(ada: User, game: Game) -> None:
    note(ada, GameIsOver, "over 1", game, now=NOON - timedelta(days=61))
    note(ada, GameIsOver, "over 2", game, now=NOON - timedelta(days=59))
    record.prune(NOON)
    assert [notification.key for notification in Notification.objects.all()] == ["over 2"]


def test_many_are_forgotten_in_slices_as_long_as_a_run_lasts(
    ada: User, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(5):
        note(ada, GameIsOver, f"over {number}", game, now=NOON - timedelta(days=61))
    monkeypatch.setattr(record, "SLICE", 2)
    seconds = iter(range(0, 100, record.RUN_SECONDS // 2))
    monkeypatch.setattr(record, "monotonic", lambda: next(seconds))
    record.prune(NOON)
    left = Notification.objects.order_by("pk")
    assert [notification.key for notification in left] == ["over 2", "over 3", "over 4"]
    monkeypatch.undo()
    record.prune(NOON)
    assert not Notification.objects.exists()


# --- wishes ---


def test_without_settings_the_quiet_hours_are_those_of_sleep(ada: User, game: Game) -> None:
    User.objects.filter(pk=ada.pk).update(sleep_from=time(22), time_zone="Asia/Tokyo")
    own = wishes_of(ada.pk, game)
    assert (own.quiet_from, own.quiet_to, str(own.zone)) == (time(22), time(7), "Asia/Tokyo")
    assert (own.mail_after, own.matrix, own.level) == (30, {}, NotificationLevel.NORMAL)
    assert [channel.key for channel in own.channels] == [MAIL]


def test_settings_become_wishes(ada: User, bob: User, game: Game) -> None:
    matrix = {"turn": {"mail": False}}
    NotificationSettings.objects.create(
        user=ada, matrix=matrix, mail_after=5, quiet_from=time(20), quiet_to=time(8)
    )
    game.seats.filter(user=ada).update(notifications=NotificationLevel.URGENT)
    BadAddress.objects.create(address=ada.email.lower(), why=BadAddress.Why.BOUNCE)
    own = wishes_of(ada.pk, game)
    assert (own.quiet_from, own.quiet_to, own.mail_after) == (time(20), time(8), 5)
    assert (own.matrix, own.level, own.bad_address) == (matrix, NotificationLevel.URGENT, True)
    assert wishes_of(ada.pk, None).level == NotificationLevel.NORMAL
    others = wishes_of(bob.pk, game)
    assert (others.level, others.bad_address) == (NotificationLevel.NORMAL, False)


# --- how things stand ---


def test_a_turn_stands_until_it_is_answered(game: Game) -> None:
    notification = turn(game)
    seat, _user = asked(game)
    assert relevance_of(notification) == Relevance()
    assert legal_answer(game)[0] == seat
    answer(game, now=LATER)
    assert relevance_of(fresh(notification)).stale == "moved"


def test_a_turn_that_has_come_again_is_another_one(game: Game) -> None:
    notification = turn(game)
    game = answer(game, now=LATER)
    while game.seats.get(asked=True).user != notification.user:
        game = answer(game, now=LATER)
    assert relevance_of(fresh(notification)).stale == "moved"


@pytest.mark.parametrize("status", [Status.FINISHED, Status.ABORTED])
def test_a_turn_is_over_with_the_game(game: Game, status: str) -> None:
    notification = turn(game)
    Game.objects.update(status=status)
    assert relevance_of(fresh(notification)).stale == "over"


def test_a_question_that_is_not_asked_any_more_is_gone(game: Game) -> None:
    notification = turn(game)
    game.seats.update(asked=False)
    assert relevance_of(fresh(notification)).stale == "gone"


def test_a_question_that_another_has_answered_is_gone_when_the_seat_is_asked_again(
    game: Game,
) -> None:
    notification = turn(game)
    game.seats.filter(asked=True).update(asked_at=LATER)
    assert relevance_of(fresh(notification)).stale == "gone"


def test_who_has_been_replaced_needs_not_hear_of_the_turn(game: Game) -> None:
    notification = turn(game)
    game.seats.filter(asked=True).update(played_by=player("mia"))
    assert relevance_of(fresh(notification)).stale == "gone"


def test_a_seat_that_is_played_for_somebody(game: Game) -> None:
    seat, _user = asked(game)
    helper = player("mia")
    Seat.objects.filter(pk=seat.pk).update(played_by=helper)
    notification = note(helper, YourTurn, "turn 1 1", game, game.seq, now=NOON, seat=seat.number)
    assert notification is not None
    assert relevance_of(fresh(notification)).stale == ""
    Seat.objects.filter(pk=seat.pk).update(played_by=None)
    assert relevance_of(fresh(notification)).stale == "gone"


def test_an_abandoned_seat_waits_for_the_teammate(game: Game) -> None:
    seat, _user = asked(game)
    mate = player("mia")
    game.seats.create(number=seat.number + 2, user=mate)
    data = {"abandoned": seat.number}
    notification = note(mate, SeatAbandoned, "abandoned 1 1", game, game.seq, now=NOON, **data)
    assert notification is not None
    Game.objects.update(deadline=LATER)
    assert relevance_of(fresh(notification)).stale == ""
    Seat.objects.filter(pk=seat.pk).update(played_by=mate)
    assert relevance_of(fresh(notification)).stale == "gone"


def test_a_look_since_is_a_look(game: Game) -> None:
    notification = turn(game)
    seat, _user = asked(game)
    mark_seen(seat, game, NOON - timedelta(seconds=1))
    assert not relevance_of(fresh(notification)).seen, "it was before"
    mark_seen(seat, game, LATER)
    assert relevance_of(fresh(notification)).seen


def test_a_page_of_before_the_move_shows_no_turn(game: Game) -> None:
    """It was read a moment before the move, and came a moment after."""
    seat, user = asked(game)
    old = Game.objects.get(pk=game.pk)
    notification = note(user, YourTurn, "turn 1 1", game, game.seq + 1, now=NOON)
    assert notification is not None
    mark_seen(seat, old, LATER)
    assert not relevance_of(fresh(notification)).seen


def test_an_invitation_stands_while_the_seat_is_kept(ada: User, bob: User) -> None:
    game = table(ada, None)
    kept = game.seats.get(user=None)
    Seat.objects.filter(pk=kept.pk).update(invited=bob)
    notification = note(bob, Invitation, "invitation 1", game, now=NOON)
    assert notification is not None
    assert relevance_of(fresh(notification)) == Relevance()
    mark_seen(kept, game, LATER)
    assert relevance_of(fresh(notification)).seen
    Seat.objects.filter(pk=kept.pk).update(invited=None)
    assert relevance_of(fresh(notification)).stale == "gone"


def test_a_line_that_was_hidden_is_gone(ada: User, bob: User, game: Game) -> None:
    line = chat.say(ada, game.pk, "a rude word", now=NOON)
    notification = Notification.objects.get()
    assert relevance_of(notification).stale == ""
    game.seats.filter(user=bob).update(talk_muted=True)
    assert relevance_of(fresh(notification)).stale == "muted"
    game.seats.filter(user=bob).update(talk_muted=False)
    Message.objects.filter(pk=line.pk).update(hidden=True)
    assert relevance_of(fresh(notification)).stale == "gone"


def test_a_line_of_a_player_who_is_blocked_meanwhile_is_not_sent(
    ada: User, bob: User, game: Game
) -> None:
    chat.say(ada, game.pk, "a rude word", now=NOON)
    notification = Notification.objects.get()
    block(bob, ada, True)
    assert relevance_of(fresh(notification)).stale == "gone"
    assert "rude" not in compose(fresh(notification), LATER).headline


def test_a_proposal_stands_until_it_is_answered(ada: User, game: Game) -> None:
    made = Proposal.objects.create(game=game, side=1, kind=ProposalKind.PAUSE)
    notification = note(ada, ProposalMade, "proposal 1 1", game, now=NOON, proposal=made.pk)
    assert notification is not None
    assert relevance_of(fresh(notification)).stale == ""
    made.delete()
    assert relevance_of(fresh(notification)).stale == "gone"


def test_the_end_of_a_game_stays(ada: User, game: Game) -> None:
    Game.objects.update(status=Status.FINISHED)
    notification = note(ada, GameIsOver, "over 1", game, game.seq, now=NOON)
    assert notification is not None
    assert relevance_of(fresh(notification)) == Relevance()


def fresh(notification: Notification) -> Notification:
    return Notification.objects.select_related("user", "game").get(pk=notification.pk)


# --- export ---


def test_the_export_has_all_of_it(ada: User, game: Game) -> None:
    NotificationSettings.objects.create(user=ada, mail_after=7)
    note(ada, GameIsOver, "over 1", game)
    note(ada, GameIsOver, "over 2", game, now=datetime(2020, 1, 1, tzinfo=UTC))
    kept: Any = export(ada)
    assert kept["settings"]["mail_after_minutes"] == 7
    [notification] = kept["notifications"]
    assert notification["kind"] == "over"
    assert {each["channel"] for each in notification["deliveries"]} == {MAIL}
