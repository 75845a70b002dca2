"""A webhook follows a ladder: challenges and places."""

from typing import Any

import pytest
from django.test import Client

from games.ladder import challenges, places
from games.notifications.models import Notification
from games.ratings.models import Pool
from tests.ladder.ladders import DAY, T0, end, here, on_ladder, playing
from tests.support.browsing import log_in_freshly
from tests.support.factories import player

following = pytest.importorskip("games.notifications.webhook.following")
sending = pytest.importorskip("games.notifications.webhook.sending")
short_message = pytest.importorskip("games.notifications.short_messages").short_message
pytestmark = pytest.mark.django_db


def followed(pool: str = "days") -> Any:
    """Let a player follow a ladder."""
    fan = player("fan", language="en")
    return following.follow(fan, "ladder", pool, url="https://hook.example/1", form="json", now=T0)


def posts(hook: Any) -> list[Any]:
    """Return what is posted to a webhook, but for its first post."""
    rows = Notification.objects.filter(data__address=hook.pk).order_by("pk")
    return [sending.in_json(short_message(row, T0), T0) for row in rows[1:]]


def test_challenges_and_places_are_posted() -> None:
    ada, bob = on_ladder("ada", "bob")
    hook = followed()
    end(playing(bob, ada), bob)
    places.leave(ada, Pool.DAYS, now=T0 + DAY)
    made, moved, over, left = posts(hook)
    assert made["text"] == "bob challenges ada for place 1."
    assert made["facts"]["state"] == "waiting"
    assert moved["text"] == "bob is now in place 1: won: challenged ada"
    assert moved["facts"] == {"name": "bob", "before": 2, "after": 1, "reason": "won"}
    assert (over["event"], over["facts"]["state"]) == ("challenge_over", "counted")
    assert over["facts"]["game"] is not None
    assert over["text"] == "bob – ada, for place 1: over"
    assert left["text"] == "ada is no longer on the ladder: left"
    assert left["facts"]["after"] is None
    assert {post["title"] for post in (made, moved, over, left)} == {"The ladder"}
    assert made["subject"] == {"kind": "ladder", "id": "days"}


def test_challenges_without_a_game_are_posted() -> None:
    ada, bob, cleo = on_ladder("ada", "bob", "cleo", pool=Pool.LIVE)
    for user in (ada, bob, cleo):
        here(user, T0)
    hook = followed("live")
    declined = challenges.challenge(bob, Pool.LIVE, "ada", now=T0)
    challenges.decline(ada, declined.pk, now=T0)
    withdrawn = challenges.challenge(cleo, Pool.LIVE, "bob", now=T0)
    challenges.withdraw(cleo, withdrawn.pk, now=T0)
    challenges.challenge(cleo, Pool.LIVE, "ada", now=T0)
    places.leave(ada, Pool.LIVE, now=T0)
    ends = [post["facts"]["state"] for post in posts(hook) if post["event"] == "challenge_over"]
    assert ends == ["declined", "withdrawn", "withdrawn"]


def test_the_page_of_a_ladder_offers_it(client: Client) -> None:
    address = "/webhooks/follow/ladder/live/"
    assert address not in client.get("/ladder/live/").content.decode()
    log_in_freshly(client, player("fan"))
    assert address in client.get("/ladder/live/").content.decode()
    assert "The live ladder" in client.get(address).content.decode()
    assert client.get("/webhooks/follow/ladder/teams/").status_code == 404
