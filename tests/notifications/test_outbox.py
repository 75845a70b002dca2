"""The outbox: sent once, judged again before sending, held back in quiet hours."""

from datetime import time, timedelta

import pytest

from accounts.models import User
from games.notifications.channels import MAIL
from games.notifications.models import BadAddress, Delivery, NotificationSettings
from games.notifications.notifications import TimeRunsShort
from games.notifications.outbox import PAUSES, send_due
from games.notifications.record import note
from games.tables import presence
from games.tables.models import Game, NotificationLevel
from games.tables.services.seen import mark_seen
from tests.notifications.pager import PAGER, pager_of
from tests.notifications.posting import (
    HALF_PAST,
    MORNING,
    NIGHT,
    NOON,
    Post,
    accept,
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


# --- sending ---


def test_a_mail_is_sent_once_when_it_is_due(ada: User, post: Post) -> None:
    mail = over(ada)
    assert send_due(HALF_PAST - timedelta(seconds=1)) == 0
    assert send_due(HALF_PAST) == 1
    assert send_due(HALF_PAST + timedelta(days=3)) == 0
    assert post.sent == [(MAIL, "ada", ("over 1",))]
    assert state(mail) == ("sent", "")
    assert now_is(mail).settled_at == HALF_PAST


def test_each_channel_has_its_own_delivery(ada: User, post: Post) -> None:
    pager_of(ada)
    over(ada)
    assert send_due(NOON) == 1
    assert send_due(HALF_PAST) == 1
    assert [channel for channel, _name, _keys in post.sent] == [PAGER, MAIL]


def test_a_run_for_one_channel_leaves_the_others(ada: User, post: Post) -> None:
    pager_of(ada)
    over(ada)
    send_due(HALF_PAST, channels=[MAIL])
    assert [channel for channel, _name, _keys in post.sent] == [MAIL]


# --- judged again ---


def test_who_has_looked_since_gets_no_mail(ada: User, post: Post) -> None:
    mail = over(ada)
    game = Game.objects.get()
    mark_seen(game.seats.get(), game, NOON + timedelta(minutes=5))
    assert send_due(HALF_PAST) == 0
    assert state(mail) == ("dropped", "seen")


def test_who_looks_at_this_table_is_not_paged(ada: User, post: Post) -> None:
    pager_of(ada)
    over(ada)
    presence.here(ada.pk, Game.objects.get().pk)
    assert send_due(NOON) == 0
    assert Delivery.objects.get(channel=PAGER).reason == "looking"


def test_looking_at_another_table_silences_nothing(ada: User, bob: User, post: Post) -> None:
    pager_of(ada)
    over(ada)
    game = Game.objects.get()
    presence.here(ada.pk, game.pk + 1)
    presence.here(bob.pk, game.pk)
    assert send_due(NOON) == 1


def test_who_has_turned_away_gets_the_push(ada: User, post: Post) -> None:
    pager_of(ada)
    over(ada)
    presence.here(ada.pk, Game.objects.get().pk)
    presence.away(ada.pk, Game.objects.get().pk)
    assert send_due(NOON) == 1


def test_a_game_that_was_muted_meanwhile(ada: User, post: Post) -> None:
    mail = over(ada)
    Game.objects.get().seats.update(notifications=NotificationLevel.MUTE)
    send_due(HALF_PAST)
    assert state(mail) == ("dropped", "muted")


def test_an_address_that_went_bad_meanwhile(ada: User, post: Post) -> None:
    mail = over(ada)
    BadAddress.objects.create(address=ada.email.lower(), why=BadAddress.Why.BOUNCE)
    send_due(HALF_PAST)
    assert state(mail) == ("dropped", "bad_address")


def test_a_late_worker_does_not_wake_anybody(ada: User, post: Post) -> None:
    mail = over(ada)
    night = NOON + timedelta(hours=14)
    assert send_due(night) == 0
    assert state(mail) == ("waiting", "quiet")
    assert now_is(mail).due_at == MORNING
    assert send_due(MORNING) == 1


def test_only_the_more_pressing_one_of_two_alarms_that_waited_is_told(
    ada: User, post: Post
) -> None:
    """Her quiet hours may be longer than her sleep."""
    NotificationSettings.objects.create(user=ada, quiet_from=time(22), quiet_to=time(12))
    game = Game.objects.create(status="running", expires_at=NOON, deadline=MORNING)
    game.seats.create(number=0, user=ada, asked=True)
    for number, share in enumerate((20, 5)):
        key = f"alarm {game.pk} 3 {share}"
        note(ada, TimeRunsShort, key, game, now=NIGHT + timedelta(hours=number), share=share)
    other_turn = f"alarm {game.pk} 30 20"
    note(ada, TimeRunsShort, other_turn, game, now=NIGHT + timedelta(hours=2), share=20)
    assert send_due(MORNING.replace(hour=12)) == 2
    assert post.letters() == [("ada", (f"alarm {game.pk} 3 5", other_turn))]
    assert Delivery.objects.get(notification__key=f"alarm {game.pk} 3 20").reason == "gone"


# --- quiet hours ---


def test_what_the_night_brought_comes_as_one_in_the_morning(
    ada: User, bob: User, post: Post
) -> None:
    pager_of(ada)
    soon = {"deadline": MORNING + timedelta(hours=3)}
    later = {"deadline": MORNING + timedelta(days=3)}
    over(ada, "one", NIGHT)
    over(ada, "two", NIGHT, **later)
    over(ada, "three", NIGHT + timedelta(hours=1), **soon)
    over(bob, "four", NIGHT)
    assert send_due(MORNING - timedelta(seconds=1)) == 0
    assert send_due(MORNING) == 7
    together = ("three", "two", "one")
    assert post.letters(PAGER) == [("ada", together)]
    assert post.letters(MAIL) == [("ada", together), ("bob", ("four",))]
    states = Delivery.objects.filter(channel=MAIL).values_list("notification__key", "state")
    assert dict(states) == {"one": "digest", "two": "digest", "three": "digest", "four": "sent"}
    assert send_due(MORNING + timedelta(days=1)) == 0


def test_what_was_seen_in_the_night_is_not_in_the_digest(ada: User, post: Post) -> None:
    over(ada, "one", NIGHT)
    seen = over(ada, "two", NIGHT)
    game = seen.notification.game
    assert game is not None
    mark_seen(game.seats.get(), game, NIGHT + timedelta(minutes=1))
    send_due(MORNING)
    assert post.letters() == [("ada", ("one",))]
    assert Delivery.objects.get(notification__key="one").state == "sent"


def test_a_digest_that_failed_comes_later_as_one(ada: User, post: Post) -> None:
    over(ada, "one", NIGHT)
    over(ada, "two", NIGHT)
    post.fails = refuse
    send_due(MORNING)
    post.fails = accept
    send_due(MORNING + PAUSES[0])
    assert post.letters() == [("ada", ("one", "two"))]
