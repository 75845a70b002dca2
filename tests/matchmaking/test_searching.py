"""Searches: how long they last, how many there may be, what the rest of the site shows."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.closing import delete_account
from accounts.export import export
from accounts.models import User
from games.clock import LIVE, a_turn_in
from games.contests.registry import home
from games.fairplay.models import ModerationAction
from games.lobby.services import opening, seating
from games.lobby.services.opening import Wish
from games.matchmaking import pairing
from games.matchmaking.models import GameSearch
from games.matchmaking.pairing import pair_all
from games.matchmaking.searching import BY_HAND, OPEN_PAGE, stay, stop
from games.tables.models import OPEN_FOR, Game, Status
from tests.matchmaking.searches import DAY, FIVE, HOUR, MINUTE, T0, looks, running
from tests.support.factories import guest, player, refusal

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    return player("ada")


@pytest.fixture
def bob() -> User:
    return player("bob")


@pytest.fixture
def eve() -> User:
    return player("eve")


# --- how long ---


def test_a_live_search_lasts_as_long_as_its_page_is_open(ada: User, bob: User) -> None:
    found = looks(ada, FIVE)
    assert found.expires_at == T0 + BY_HAND
    stay(ada, now=T0)
    for minute in range(1, 12):
        stay(ada, now=T0 + minute * MINUTE)
    found.refresh_from_db()
    assert found.expires_at == T0 + 11 * MINUTE + OPEN_PAGE
    assert found.table is not None
    assert found.table.expires_at == found.expires_at
    late = found.expires_at
    stay(ada, now=late)
    pair_all(late)
    found.refresh_from_db()
    assert (found.state, found.table.status) == ("expired", Status.CANCELLED)
    stop(ada, found.pk, now=late)  # its button, on an old page
    found.refresh_from_db()
    assert found.state == "expired"
    assert looks(bob, FIVE, now=late).state == "waiting"


def test_a_live_search_whose_page_is_gone_meets_no_player(ada: User, bob: User) -> None:
    looks(ada, FIVE)
    assert looks(bob, FIVE, now=T0 + BY_HAND).state == "waiting"


def test_a_search_by_correspondence_lasts_for_two_weeks(ada: User) -> None:
    found = looks(ada)
    pair_all(T0 + OPEN_FOR - MINUTE)
    found.refresh_from_db()
    assert found.state == "waiting"
    pair_all(T0 + OPEN_FOR)
    found.refresh_from_db()
    assert (found.state, Game.objects.get().status) == ("expired", Status.CANCELLED)
    pair_all(T0 + OPEN_FOR + 91 * DAY)
    assert not GameSearch.objects.exists()


def test_a_search_that_can_not_end_holds_up_no_other(
    ada: User, bob: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, whole = looks(ada), looks(bob, a_turn_in(1))
    settle = pairing._settle

    def fail(pk: int, table_id: int | None, now: datetime) -> None:
        if pk == broken.pk:
            raise RuntimeError("no luck")
        settle(pk, table_id, now)

    monkeypatch.setattr(pairing, "_settle", fail)
    pair_all(T0 + OPEN_FOR)
    whole.refresh_from_db()
    assert whole.state == "expired"
    assert f"could not settle search {broken.pk}" in caplog.text


# --- how many ---


def test_five_searches_at_once_and_one_live(ada: User) -> None:
    for minute in range(5):
        looks(ada, now=T0 + minute * MINUTE)
    refusal(409, lambda: looks(ada, now=T0 + HOUR))
    looks(ada, FIVE, now=T0)
    refusal(409, lambda: looks(ada, LIVE[0], now=T0 + MINUTE))
    stop(ada, GameSearch.objects.earliest("pk").pk, now=T0 + HOUR)
    assert looks(ada, now=T0 + HOUR).state == "waiting"


def test_one_live_game_at_once(ada: User, bob: User, eve: User) -> None:
    looks(ada, FIVE)
    table = opening.create_table(eve, Wish(pace=FIVE), now=T0)
    seating.join_table(ada, table.pk, None, now=T0 + MINUTE)
    assert looks(bob, FIVE, now=T0 + MINUTE).state == "waiting"
    assert pair_all(T0 + 2 * MINUTE) == 0
    refusal(409, lambda: looks(eve, FIVE, now=T0 + MINUTE))
    assert looks(eve, now=T0 + MINUTE).state == "waiting"


def test_a_second_click_is_the_same_search(ada: User, bob: User) -> None:
    first = looks(ada)
    assert looks(ada, now=T0 + timedelta(seconds=3)) == first
    assert Game.objects.count() == 1
    found = looks(bob)
    assert looks(bob, now=T0 + timedelta(seconds=3)) == found
    assert Game.objects.filter(status=Status.RUNNING).count() == 1


def test_several_searches_find_several_people(ada: User, bob: User, eve: User) -> None:
    looks(ada)
    looks(ada, now=T0 + MINUTE)
    looks(bob, now=T0 + 2 * MINUTE)
    looks(eve, now=T0 + 3 * MINUTE)
    assert sorted(running(), key=sorted) == [{"ada", "bob"}, {"ada", "eve"}]


def test_guests_can_not_search() -> None:
    refusal(403, looks, guest())


def test_a_player_who_is_barred_from_rated_games_finds_none(ada: User, bob: User) -> None:
    looks(ada)
    ModerationAction.objects.create(what="bar", player=ada, why="why", until=T0 + 3 * DAY)
    assert looks(bob).state == "waiting"
    refusal(403, lambda: looks(ada, a_turn_in(3)))
    assert pair_all(T0 + 2 * DAY) == 0
    assert pair_all(T0 + 4 * DAY) == 1


# --- the rest of the site ---


def test_home_says_what_is_looked_for(ada: User, bob: User) -> None:
    assert home(ada, T0) == []
    looks(ada)
    looks(ada, FIVE)
    live, days = home(ada, T0)
    assert "live" in live.text
    assert "1 correspondence search" in days.text
    assert live.path == days.path == "/find/"
    assert home(ada, T0 + OPEN_FOR) == home(bob, T0) == []


def test_a_person_takes_their_searches_along(ada: User, bob: User) -> None:
    now = timezone.now()
    looks(ada, now=now)
    searches: Any = export(ada)["searches"]
    assert [one["state"] for one in searches] == ["waiting"]
    assert export(bob)["searches"] == []
    delete_account(ada)
    assert not GameSearch.objects.exists()
    assert Game.objects.get().status == Status.CANCELLED
    assert looks(bob, now=now + HOUR).state == "waiting"
