"""Searches that run out: the player is told, with a link to the same search."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from games.clock import LIVE
from games.lobby.services.open_tables import expire_tables
from games.matchmaking import pairing
from games.matchmaking.models import GameSearch
from games.notifications.kinds import PageNotification, kind_of
from games.notifications.messages import compose
from games.notifications.models import Notification
from games.tables.models import OPEN_FOR
from tests.matchmaking.searches import HOUR, T0, looks
from tests.support.factories import player

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    return player("ada", language="en")


def test_a_search_that_runs_out_is_told_with_the_way_to_search_again(ada: User) -> None:
    looks(ada, LIVE[0], reach=200)
    looks(ada, LIVE[2], now=T0 + HOUR, reach=100)  # the latest choices are others
    pairing.pair_all(T0 + 2 * HOUR)
    first = Notification.objects.get(data__search=GameSearch.objects.earliest("pk").pk)
    text = compose(first, T0)
    assert text.title == "No opponent found"
    assert text.headline == (
        "Your search has ended without an opponent: live: 3 minutes + 15 seconds a turn,"
        " within ± 200 of my rating."
    )
    kind = kind_of(first)
    assert isinstance(kind, PageNotification)
    client = Client()
    client.force_login(ada)
    form = client.get(kind.words().path).context["form"]
    assert (form["pace"].value(), form["reach"].value()) == ("live-3", "200")


@pytest.mark.parametrize("first", ["table", "search"])
def test_a_search_with_a_table_is_told_once(ada: User, first: str) -> None:
    looks(ada)
    end = T0 + OPEN_FOR
    tasks: list[Callable[[], object]] = [
        lambda: expire_tables(now=end),
        lambda: pairing.pair_all(end),
    ]
    for task in tasks if first == "table" else reversed(tasks):
        task()
    [notification] = Notification.objects.all()
    assert notification.kind == ("table_closed" if first == "table" else "search_over")


def test_a_search_that_is_stopped_or_found_is_not_told_as_over(ada: User) -> None:
    search = looks(ada)
    looks(player("bob"))
    assert GameSearch.objects.get(pk=search.pk).state == GameSearch.State.FOUND
    pairing.pair_all(T0 + OPEN_FOR)
    assert not Notification.objects.filter(kind__in=["table_closed", "search_over"]).exists()
