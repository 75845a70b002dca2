"""A webhook leaves out the topics that its owner doesn't want there."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.notifications import outbox, reasons
from games.notifications.kinds import topics
from games.notifications.models import Delivery
from games.notifications.notifications import QuestionInTurn, TableFilled, YourTurn
from games.notifications.record import note
from games.notifications.webhook.hooks import choose_topics
from games.notifications.webhook.models import Webhook
from games.notifications.webhook.sending import KEY, send_digest
from games.tables.models import Game
from tests.notifications.mailing import NOON, delivery_of, notification_of
from tests.notifications.receiving import Receiver
from tests.notifications.webhook.hooks import hook
from tests.support.factories import player

pytestmark = pytest.mark.django_db

TURN = YourTurn.topic.key
OTHERS = [topic.key for topic in topics() if topic.key != TableFilled.topic.key]


def filled(user: User, game: Game) -> Delivery:
    """Note that the table of a user has filled; return the delivery after the outbox has run."""
    notification = note(user, TableFilled, "accepted 1", game, game.seq, now=NOON)
    assert notification is not None
    outbox.send_due(NOON, [KEY])
    return notification.deliveries.get(channel=KEY)


def test_each_webhook_has_its_topics(ada: User, game: Game, there: Receiver) -> None:
    choose_topics(ada, hook(ada, there.url).pk, OTHERS)
    with Receiver() as everything:
        hook(ada, everything.url)
        delivery = filled(ada, game)
        assert (len(there.posted), len(everything.posted)) == (0, 1)
    assert (delivery.state, delivery.reason) == (Delivery.State.SENT, "")


def test_what_none_of_them_wants_is_dropped(ada: User, game: Game, there: Receiver) -> None:
    choose_topics(ada, hook(ada, there.url).pk, [TURN])
    delivery = filled(ada, game)
    assert (delivery.state, delivery.reason) == (Delivery.State.DROPPED, reasons.OFF)
    assert not there.posted


def test_a_summary_has_what_each_of_them_wants(ada: User, game: Game, there: Receiver) -> None:
    choose_topics(ada, hook(ada, there.url).pk, [TURN])
    notifications = [notification_of(ada, game, kind) for kind in (QuestionInTurn, YourTurn)]
    for notification in notifications:
        delivery_of(notification, channel=KEY)
    with Receiver() as everything:
        hook(ada, everything.url)
        send_digest(ada, notifications, NOON)
        assert json.loads(there.posted[0].body)["event"] == TURN
        assert json.loads(everything.posted[0].body)["event"] == "digest"


def test_a_test_is_posted_whatever_the_topics(ada: User, client: Client, there: Receiver) -> None:
    made = hook(ada, there.url)
    choose_topics(ada, made.pk, [])
    client.force_login(ada)
    client.post("/notifications/tests/webhook/", {"address": made.pk})
    outbox.send_due(channels=[KEY])
    assert len(there.posted) == 1


def test_topics_are_chosen_on_the_page(ada: User, client: Client) -> None:
    made = hook(ada, "https://a.example/")
    client.force_login(ada)
    address = reverse("webhook_topics", args=[made.pk])
    assert "All topics" in client.get("/notifications/").content.decode()
    client.post(address, {"topics": [TURN, "unknown"]})
    made.refresh_from_db()
    assert made.carries(TURN)
    assert not made.carries(TableFilled.topic.key)
    assert "Some topics" in client.get("/notifications/").content.decode()
    client.post(address, {"topics": [topic.key for topic in topics()]})
    assert Webhook.objects.get().skipped == ""
    eve = Client()
    eve.force_login(player("eve"))
    eve.post(address, {})
    assert Webhook.objects.get().skipped == ""
