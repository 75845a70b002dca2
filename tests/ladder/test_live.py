"""Pages of a ladder hear of its changes."""

from typing import Any

import pytest
from django.test import Client

from games.ladder import challenges, places
from games.ratings.models import Pool
from games.tables import publishing
from games.tables.models import Game
from tests.support.factories import player
from tests.tables.test_live import Sent, named, pages, told

pytestmark = pytest.mark.django_db


@pytest.fixture
def hints(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """Collect what is published after commits."""
    sent: Sent = []

    class Layer:
        async def group_send(self, group: str, hint: dict[str, Any]) -> None:
            sent.append((group, hint))

    monkeypatch.setattr(publishing, "get_channel_layer", Layer)
    return sent


def test_a_ladder_hears_of_its_steps_and_the_challenged_of_a_challenge(
    hints: Sent, django_capture_on_commit_callbacks: Any
) -> None:
    ada, bob = player("ada"), player("bob")
    with django_capture_on_commit_callbacks(execute=True):
        places.join(bob, Pool.DAYS)
        places.join(ada, Pool.DAYS)
    assert named(hints, "list.changed") == {"list.ladder.days"}
    with django_capture_on_commit_callbacks(execute=True):
        challenges.challenge(ada, Pool.DAYS, "bob")
    assert pages(bob) <= told(hints, "games.changed")
    assert named(hints, "list.changed") == {"list.ladder.days"}


def test_a_challenge_that_is_accepted_is_called_so() -> None:
    ada, bob = player("ada"), player("bob")
    for user in (bob, ada):
        places.join(user, Pool.DAYS)
    found = challenges.challenge(ada, Pool.DAYS, "bob")
    challenges.accept(bob, found.pk)
    game = Game.objects.get()
    client = Client()
    client.force_login(ada)
    said = client.get(f"/news/?started={game.pk}").content.decode()
    assert "Challenge accepted: your game against bob has started." in said
