"""Live clocks wait until all players are at the table."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.clock import LIVE
from games.lobby.services.opening import Wish, create_table
from games.lobby.services.seating import join_table
from games.tables import presence
from games.tables.models import Ending, Game, Status
from games.tables.services import check
from games.tables.services.expiry import mind_the_clocks
from games.tables.timekeeping import outages
from games.tables.timekeeping.clocks import deadline_of
from tests.support.factories import answer, arrive, sweep, table, wakeful

pytestmark = pytest.mark.django_db

T0 = datetime(2026, 3, 2, 12, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MINUTE, SECOND = timedelta(minutes=1), timedelta(seconds=1)


@pytest.fixture
def ada(client: Client, ada: User) -> User:
    """The player of seat 0, logged in."""
    client.force_login(ada)
    return ada


@pytest.fixture
def bob() -> User:
    return wakeful("bob")


def live(*seats: User | str) -> Game:
    """Return a live game that has just started, to which no player has come yet."""
    return table(*seats, pace=LIVE[1], now=T0)


def test_a_stale_live_table_loses_nobody_their_game(ada: User, bob: User) -> None:
    game = create_table(ada, Wish(pace=LIVE[0]), now=T0)
    arrive(game, T0, ada)
    joined = join_table(bob, game.pk, None, now=T0 + DAY)
    arrive(joined, T0 + DAY, bob)
    assert (joined.gathering, joined.deadline) == (True, None)
    assert sweep(T0 + DAY + 5 * MINUTE) == 1
    joined.refresh_from_db()
    assert (joined.status, joined.ending) == (Status.ABORTED, Ending.UNBEGUN)


def test_the_clocks_start_when_the_last_player_comes(ada: User, bob: User) -> None:
    game = live(ada, bob)
    assert check.differences(game) == []
    arrive(game, T0 + SECOND, ada)
    assert game.deadline is None
    arrive(game, T0 + 30 * SECOND, bob)
    assert [deadline_of(game, side) for side in (0, 1)] == [T0 + 5 * MINUTE + 30 * SECOND] * 2
    assert not game.gathering
    assert check.differences(game) == []


def test_a_look_of_some_minutes_ago_is_nobody_at_the_table(ada: User, bob: User) -> None:
    game = live(ada, bob)
    arrive(game, T0, ada)
    version = game.version
    arrive(game, T0 + 2 * MINUTE, bob)
    assert game.gathering
    assert game.version > version  # ada's page looks again, if it is still looked at
    arrive(game, T0 + 2 * MINUTE + SECOND, ada)
    assert not game.gathering


def test_a_page_that_says_it_is_looked_at_counts(ada: User, bob: User) -> None:
    game = live(ada, bob)
    presence.here(ada.pk, game.pk)
    arrive(game, T0 + 3 * MINUTE, bob)
    assert game.deadline == T0 + 8 * MINUTE


def test_a_game_against_a_bot_does_not_wait(ada: User) -> None:
    game = live(ada, "noisy")
    assert not game.gathering
    assert deadline_of(game, 0) == T0 + 5 * MINUTE


def test_all_four_have_to_come(ada: User, bob: User) -> None:
    four = live(ada, bob, wakeful("cleo"), wakeful("dan"))
    arrive(four, T0, ada, bob)
    assert four.gathering
    arrive(four, T0 + SECOND)
    assert not four.gathering


def test_answers_while_the_clocks_wait_cost_nothing(ada: User, bob: User) -> None:
    game = answer(answer(live(ada, bob), T0 + MINUTE), T0 + 2 * MINUTE)
    assert (game.gathering, game.deadline) == (True, None)
    arrive(game, T0 + 3 * MINUTE)
    assert game.deadline == T0 + 8 * MINUTE


def test_the_wait_is_longer_by_an_outage(ada: User, bob: User) -> None:
    game = live(ada, bob)
    outages.beat(T0 + MINUTE)
    assert mind_the_clocks(T0 + HOUR) == 0
    game.refresh_from_db()
    assert game.paused_until == T0 + HOUR + 4 * MINUTE


def test_the_table_says_what_it_waits_for(client: Client, ada: User, bob: User) -> None:
    game = table(ada, bob, pace=LIVE[1])
    page = client.get(reverse("table", args=[game.pk])).content.decode()
    assert "The clocks start as soon as all players are at the table." in page
    assert "waiting for players" in page
    assert 'id="pause"' not in page
    other = Client()
    other.force_login(bob)
    page = other.get(reverse("table", args=[game.pk])).content.decode()
    assert "The clocks start as soon as" not in page
    assert not Game.objects.get().gathering
