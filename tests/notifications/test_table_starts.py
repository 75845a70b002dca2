"""A table that fills up: one message a channel."""

from datetime import UTC, datetime

import pytest

from accounts.models import User
from games.lobby.services.opening import Wish, create_table
from games.lobby.services.seating import join_table
from games.notifications import reasons
from games.notifications.messages import compose
from games.notifications.models import Delivery, NotificationSettings
from games.notifications.outbox import send_due
from tests.notifications.pager import PAGER, pager_of
from tests.notifications.posting import Post
from tests.support.factories import player

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
DROPPED = Delivery.State.DROPPED


@pytest.fixture
def bob() -> User:
    return player("bob")


def fills_up(ada: User, bob: User) -> None:
    game = create_table(ada, Wish(), now=NOON)
    join_table(bob, game.pk, 1, now=NOON)


def test_a_filled_table_is_one_message_of_a_channel(ada: User, bob: User, post: Post) -> None:
    pager_of(ada)
    fills_up(ada, bob)
    send_due(NOON, [PAGER])
    assert [channel for channel, name, _keys in post.sent if name == "ada"] == [PAGER]
    [first] = ada.notifications.filter(kind="question")
    headline = compose(first, NOON).headline
    assert headline == (
        "Your table has filled up, and the game has started. There is a question for you."
    )
    merged = Delivery.objects.filter(notification__kind="accepted", reason=reasons.MERGED)
    assert {each.channel for each in merged} == {PAGER}
    assert {each.state for each in merged} == {DROPPED}


def test_who_wants_no_questions_still_hears_that_the_table_has_filled_up(
    ada: User, bob: User, post: Post
) -> None:
    pager_of(ada)
    off = {"question": {PAGER: False}}
    NotificationSettings.objects.create(user=ada, matrix=off)
    fills_up(ada, bob)
    send_due(NOON, [PAGER])
    assert [keys[0].split()[0] for _channel, _name, keys in post.sent] == ["accepted"]


def test_the_player_who_came_last_is_not_told_of_it(ada: User, bob: User) -> None:
    fills_up(ada, bob)
    [notification] = bob.notifications.all()
    assert compose(notification, NOON).headline == "There is a question for you."
