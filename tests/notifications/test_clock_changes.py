"""Changes of a game's time: all seats hear of them, and the player whose turn it is in full."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import Mock

import pytest
from django.apps import apps
from django.core import mail

from accounts.models import Absence, User
from games.clock import LIVE, a_turn_in
from games.notifications import reasons
from games.notifications.channels import MAIL
from games.notifications.clock_changes import note_returns
from games.notifications.messages import compose
from games.notifications.models import Delivery, Notification
from games.notifications.outbox import send_due
from games.tables import selectors
from games.tables.announcements import ClockChanged, clock_changed
from games.tables.models import Game, ProposalKind, Seat
from games.tables.services import ending
from games.tables.services.agreements import accept_proposal, give_time, propose
from games.tables.services.expiry import mind_the_clocks
from games.tables.services.takeover import take_over
from games.tables.table_events import CLOCK_CHANGES, TableEventKind, events_of
from games.tables.timekeeping.absences import leave_now, weeks_changed
from tests.support.factories import answer, arrive, player, running_game, sweep, table, wakeful

pytestmark = pytest.mark.django_db

T0 = datetime(2026, 3, 2, 12, tzinfo=UTC)
HOUR, DAY, MINUTE = timedelta(hours=1), timedelta(days=1), timedelta(minutes=1)
SECOND = timedelta(seconds=1)
DUE = T0 + 3 * DAY
PAUSE, RESUME, PACE = ProposalKind.PAUSE, ProposalKind.RESUME, ProposalKind.PACE
Kind = TableEventKind


@pytest.fixture
def ada() -> User:
    return wakeful("ada", language="en")


@pytest.fixture
def bob() -> User:
    return wakeful("bob", language="en")


def turn_of(user: User, *others: User, **fields: Any) -> Game:
    game = running_game(user, *others, now=T0, **fields)
    while game.seq < game.players or game.seats.filter(asked=True).exclude(user=user).exists():
        game = answer(game, T0)
    Notification.objects.all().delete()
    return game


def agree(
    game: Game, one: User, other: User, kind: ProposalKind, now: datetime, pace: Any = None
) -> None:
    propose(one, game.pk, kind, pace, now=now)
    accept_proposal(other, game.pk, now=now)
    Notification.objects.filter(kind="proposal").delete()


# --- each kind of change, with the one who has to answer (ada) ---


def given(ada: User, bob: User) -> Game:
    game = turn_of(ada, bob)
    give_time(bob, game.pk, 24, now=T0)
    return game


def paused(ada: User, bob: User) -> Game:
    game = turn_of(ada, bob)
    agree(game, ada, bob, PAUSE, T0)
    return game


def resumed(ada: User, bob: User) -> Game:
    game = paused(ada, bob)
    Notification.objects.all().delete()
    agree(game, bob, ada, RESUME, T0 + DAY)
    return game


def pause_over(ada: User, bob: User) -> Game:
    game = paused(ada, bob)
    Notification.objects.all().delete()
    sweep(T0 + 30 * DAY)
    return game


def another_pace(ada: User, bob: User) -> Game:
    game = turn_of(ada, bob, pace=LIVE[3])
    agree(game, ada, bob, PACE, T0 + MINUTE, a_turn_in(3))
    return game


def begun(ada: User, bob: User) -> Game:
    game = table(ada, bob, now=T0, pace=LIVE[3])
    Notification.objects.all().delete()
    arrive(game, T0 + MINUTE)
    return game


def waits(ada: User, bob: User) -> Game:
    game = turn_of(ada, bob, pace=LIVE[3])
    mind_the_clocks(T0)
    mind_the_clocks(T0 + 10 * MINUTE)
    return game


def outage(ada: User, bob: User) -> Game:
    game = turn_of(ada, bob)
    mind_the_clocks(T0)
    mind_the_clocks(T0 + 8 * HOUR)
    return game


def week(ada: User, bob: User) -> Game:
    game = turn_of(ada, bob)
    ada.days_off = "34"
    ada.save()
    weeks_changed(ada, now=T0)
    return game


def vacation(ada: User, bob: User) -> Game:
    game = turn_of(ada, bob)
    leave_now(ada, DUE + 5 * DAY, now=T0)
    for hours in range(3):
        sweep(DUE + hours * HOUR + SECOND)
    return game


def late(ada: User, bob: User) -> Game:
    game = turn_of(ada, bob, wakeful("cleo"), wakeful("dan"))
    sweep(DUE + SECOND)
    return game


def taken_over(ada: User, bob: User) -> Game:
    game = late(ada, bob)
    Notification.objects.all().delete()
    take_over(User.objects.get(username="cleo"), game.pk, now=DUE + HOUR)
    return game


TURN, NEWS, NONE = "turn_goes_on", "clocks", ""

CHANGES: dict[Kind, tuple[Callable[[User, User], Game], str, str]] = {
    Kind.GIVEN: (given, TURN, NONE),  # bob has given it
    Kind.PAUSED: (paused, NEWS, NEWS),
    Kind.RESUMED: (resumed, TURN, NEWS),
    Kind.PAUSE_OVER: (pause_over, TURN, NEWS),
    Kind.PACE: (another_pace, TURN, NEWS),
    Kind.BEGUN: (begun, TURN, TURN),  # both choose their first cards
    Kind.WAITS: (waits, TURN, NEWS),
    Kind.OUTAGE: (outage, "outage", NONE),
    Kind.WEEK: (week, NONE, NONE),  # her own doing, like the vacation
    Kind.VACATION: (vacation, NONE, NONE),
    Kind.LATE: (late, TURN, NEWS),
    Kind.TAKEN_OVER: (taken_over, NEWS, NEWS),
}
"""A change, and what the player whose turn it is and the opponent hear of it."""


def test_every_kind_of_change_is_tried() -> None:
    assert set(CHANGES) == CLOCK_CHANGES


@pytest.mark.parametrize("kind", CHANGES)
def test_a_change_is_announced_once_to_all_seats(
    ada: User, bob: User, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[ClockChanged] = []
    send = clock_changed.send

    def listen(change: ClockChanged) -> None:
        heard.append(change)
        send(change)

    monkeypatch.setattr(clock_changed, "send", listen)
    change, to_ada, to_bob = CHANGES[kind]
    game = change(ada, bob)
    mine = [each for each in heard if each.event.kind == kind]
    assert len(mine) == 1
    assert {seat.number for seat in mine[0].seats} == set(range(game.players))
    kinds = ["turn_goes_on", "clocks", "outage"]
    for user, expected in ((ada, to_ada), (bob, to_bob)):
        noted = user.notifications.filter(kind__in=kinds).values_list("kind", flat=True)
        assert list(noted) == ([expected] if expected else []), user
    for notification in Notification.objects.filter(kind__in=kinds).select_related("game"):
        assert compose(notification, T0).headline


@pytest.mark.parametrize("kind", [Kind.RESUMED, Kind.PAUSE_OVER, Kind.PACE, Kind.GIVEN])
def test_the_player_whose_turn_it_is_gets_the_mail_of_a_turn(
    ada: User, bob: User, kind: Kind
) -> None:
    """A live game that becomes one of days, too: the mail of its turn was dropped."""
    game = CHANGES[kind][0](ada, bob)
    Seat.objects.filter(game=game).update(seen_at=None)
    [delivery] = Delivery.objects.filter(
        notification__user=ada, notification__kind=TURN, channel=MAIL
    )
    assert delivery.state == Delivery.State.WAITING
    assert delivery.due_at == delivery.notification.at + 30 * MINUTE
    send_due(delivery.due_at, [MAIL])
    [sent] = [each for each in mail.outbox if each.to == [ada.email]]
    assert "The game waits for you." in str(sent.body)
    assert ("/m/" in str(sent.body)) is apps.is_installed("games.notifications.moving")


def test_a_live_turn_has_no_mail_of_its_own(ada: User, bob: User) -> None:
    """What the notification of the new pace makes up for."""
    running_game(ada, bob, answers=3, now=T0, pace=LIVE[3])
    dropped = Delivery.objects.filter(notification__kind="turn", channel=MAIL)
    assert {each.reason for each in dropped} == {reasons.LIVE}


def test_what_does_not_hold_any_more_is_not_told(ada: User, bob: User) -> None:
    game = paused(ada, bob)
    agree(game, ada, bob, RESUME, T0 + MINUTE)
    agree(game, ada, bob, PAUSE, T0 + 2 * MINUTE)
    Seat.objects.filter(game=game).update(seen_at=None)
    send_due(T0 + HOUR, [MAIL])
    told = [each.to for each in mail.outbox]
    assert sorted(told) == [[ada.email], [ada.email], [bob.email], [bob.email]]
    stale = Delivery.objects.filter(channel=MAIL, reason=reasons.GONE)
    assert {each.notification.data["event"]["kind"] for each in stale} == {"resumed"}


def test_a_confirmed_turn_is_not_asked_for_again(ada: User, bob: User) -> None:
    game = turn_of(ada, bob)
    Seat.objects.filter(game=game, user=ada).update(sealed_at=T0, sends_at=T0 + DAY)
    give_time(bob, game.pk, 24, now=T0)
    assert not ada.notifications.filter(kind=TURN).exists()


def test_who_is_late_in_a_team_is_told_why_another_plays(ada: User, bob: User) -> None:
    game = taken_over(ada, bob)
    [notification] = ada.notifications.all()
    text = compose(notification, DUE).headline
    assert text == "Your time ran out, and cleo has taken over your seat."
    [told] = bob.notifications.all()
    assert compose(told, DUE).headline == "cleo plays on for ada, whose time ran out."
    assert not User.objects.get(username="cleo").notifications.exists()
    kinds = [event.kind for event in events_of(Game.objects.get(pk=game.pk))]
    assert kinds == [Kind.LATE, Kind.TAKEN_OVER]


def test_a_short_outage_is_told_by_the_pages_alone(ada: User, bob: User) -> None:
    turn_of(ada, bob)
    mind_the_clocks(T0)
    mind_the_clocks(T0 + 30 * MINUTE)
    assert not Notification.objects.exists()


def test_an_outage_is_told_once_for_all_games(ada: User, bob: User) -> None:
    for _ in range(3):
        turn_of(ada, bob)
    mind_the_clocks(T0)
    mind_the_clocks(T0 + 8 * HOUR)
    [notification] = Notification.objects.all()
    assert (notification.user, notification.data) == (ada, {"hours": 8})
    assert "down for 8 hours" in compose(notification, T0).headline


def test_a_player_who_can_not_be_told_stops_no_other_one(
    ada: User, bob: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for user in (ada, bob):
        leave_now(user, T0 + DAY, now=T0)
    asked = Mock(side_effect=[ValueError("broken"), Mock(exists=lambda: True)])
    monkeypatch.setattr(selectors, "your_turn", asked)
    assert note_returns(T0 + DAY) == 1
    assert "could not tell of the end of absence" in caplog.text


def test_the_end_of_a_vacation_is_told_once(ada: User, bob: User) -> None:
    turn_of(ada, bob)
    leave_now(ada, T0 + DAY, now=T0)
    leave_now(bob, T0 + DAY, now=T0)  # for whom no game waits
    assert note_returns(T0 + DAY - SECOND) == 0
    assert note_returns(T0 + DAY) == 1
    assert note_returns(T0 + DAY + HOUR) == 0
    [notification] = Notification.objects.all()
    assert notification.user == ada
    assert "1 game waits for you" in compose(notification, T0).headline
    Seat.objects.filter(user=ada).update(seen_at=T0 + DAY + MINUTE)
    send_due(T0 + DAY + HOUR, [MAIL])
    assert [each.reason for each in Delivery.objects.filter(channel=MAIL)] == [reasons.SEEN]
    assert Absence.objects.count() == 2


def test_an_abort_names_the_player(ada: User, bob: User) -> None:
    game = running_game(ada, bob, now=T0)
    ending.abort(bob, game.pk, now=T0)
    [told] = ada.notifications.filter(kind="over")
    assert compose(told, T0).headline == "bob aborted the game. It doesn't count."
    [own] = bob.notifications.filter(kind="over")
    assert compose(own, T0).headline == "You aborted the game. It doesn't count."


def test_a_resignation_in_a_team_names_the_player(ada: User, bob: User) -> None:
    game = turn_of(ada, bob, player("cleo", language="en"), player("dan", language="en"))
    ending.resign(ada, game.pk, now=T0)
    lines = {
        each.user.username: compose(each, T0).headline
        for each in Notification.objects.filter(kind="over").select_related("user", "game")
    }
    assert lines["cleo"] == "ada resigned the game for your team."
    assert lines["bob"] == "Your team won the game: ada resigned for the opposing team."
    assert lines["ada"] == "Your team resigned the game."
