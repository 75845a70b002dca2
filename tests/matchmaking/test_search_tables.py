"""Tables of searches: opened, found in the lobby, closed, had by one player."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db.models import Q, QuerySet

from accounts.models import User
from common.refusals import Refused
from games.clock import a_turn_in
from games.lobby.services import open_tables, opening, seating
from games.lobby.services.opening import Wish
from games.matchmaking import searching
from games.matchmaking.candidates import gather, searches
from games.matchmaking.models import GameSearch
from games.matchmaking.pairing import bring_together, pair_all
from games.matchmaking.searching import stop
from games.notifications.models import Notification
from games.ratings.models import Rating
from games.tables import presence
from games.tables.models import OPEN_FOR, Access, Game, Status
from tests.matchmaking.searches import FIVE, HOUR, MINUTE, T0, looks, running
from tests.support.factories import at_once, player, refusal

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


def test_no_player_there_opens_a_table(ada: User) -> None:
    table = looks(ada).table
    assert table is not None
    assert (table.status, table.rated, table.access) == (Status.OPEN, True, "open")
    assert table.expires_at == T0 + OPEN_FOR


def test_a_table_is_opened_with_the_user_locked_before_the_search(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As everything does that locks both: the other order would be a deadlock."""
    labels: list[str] = []
    select_for_update = QuerySet.select_for_update

    def recorded(rows: QuerySet[Any], *args: Any, **options: Any) -> QuerySet[Any]:
        labels.append(rows.model._meta.label)
        return select_for_update(rows, *args, **options)

    search = looks(ada, reach=200)
    search.reach = None
    search.save()
    monkeypatch.setattr(QuerySet, "select_for_update", recorded)
    searching._open_table(search, T0)
    assert GameSearch.objects.get().table is not None
    assert labels.index("accounts.User") < labels.index("matchmaking.GameSearch")


def test_with_a_range_there_is_no_table(ada: User) -> None:
    assert looks(ada, reach=200).table is None


def test_sitting_down_there_fulfils_the_search(ada: User, eve: User) -> None:
    found = looks(ada)
    assert found.table is not None
    seating.join_table(eve, found.table.pk, None, now=T0 + HOUR)
    assert not searches(T0 + HOUR).exists()
    assert looks(player("bob"), now=T0 + HOUR).state == "waiting"
    pair_all(T0 + 2 * HOUR)
    found.refresh_from_db()
    assert (found.state, found.game) == ("found", found.table)
    assert running() == [{"ada", "eve"}]


def test_closing_the_table_ends_the_search(ada: User, bob: User) -> None:
    found = looks(ada)
    assert found.table is not None
    open_tables.cancel_table(ada, found.table.pk, now=T0 + HOUR)
    assert looks(bob, now=T0 + HOUR).state == "waiting"
    pair_all(T0 + HOUR)
    found.refresh_from_db()
    assert found.state == "stopped"


def test_stopping_the_search_closes_the_table(ada: User, bob: User) -> None:
    found = looks(ada)
    stop(ada, found.pk, now=T0 + HOUR)
    stop(ada, found.pk, now=T0 + 2 * HOUR)
    found.refresh_from_db()
    assert (found.state, found.ended_at) == ("stopped", T0 + HOUR)
    assert Game.objects.get().status == Status.CANCELLED
    assert looks(bob, now=T0 + HOUR).state == "waiting"


def test_what_is_found_can_not_be_stopped(ada: User, bob: User) -> None:
    found = looks(ada)
    refusal(404, stop, bob, found.pk)
    looks(bob)
    refusal(409, stop, ada, found.pk)


def test_a_search_without_room_for_a_table_waits_without(ada: User, bob: User) -> None:
    for _ in range(opening.MOST_OPEN_TABLES):
        opening.create_table(ada, Wish(), now=T0)
    found = looks(ada)
    assert (found.state, found.table) == ("waiting", None)
    assert looks(bob).state == "found"


def test_a_search_finds_a_table_of_the_lobby(ada: User, bob: User, eve: User) -> None:
    table = opening.create_table(ada, Wish(rated=True), now=T0)
    opening.create_table(eve, Wish(), now=T0)
    opening.create_table(eve, Wish(rated=True, pace=a_turn_in(3)), now=T0)
    opening.create_table(eve, Wish(rated=True, access=Access.LINK), now=T0)
    found = looks(bob, now=T0 + HOUR)
    assert (found.state, found.game) == ("found", table)
    assert running() == [{"ada", "bob"}]


def test_a_table_opened_later_is_found_by_the_sweep(ada: User, bob: User) -> None:
    own = looks(bob).table
    opening.create_table(ada, Wish(rated=True), now=T0 + HOUR)
    assert pair_all(T0 + HOUR) == 1
    assert own is not None
    own.refresh_from_db()
    assert own.status == Status.CANCELLED
    assert GameSearch.objects.get().state == "found"
    assert set(Notification.objects.filter(kind="accepted").values_list("user", flat=True)) == {
        ada.pk,
        bob.pk,
    }


def test_a_live_table_counts_only_while_its_host_looks_at_it(ada: User, bob: User) -> None:
    table = opening.create_table(ada, Wish(rated=True, pace=FIVE), now=T0)
    presence.away(ada.pk, table.pk)
    looks(bob, FIVE)
    presence.here(ada.pk, table.pk)
    assert pair_all(T0 + MINUTE) == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("what", ["join", "stop", "close"])
def test_a_table_is_had_by_one(what: str) -> None:
    """A player sits down, or its owner gives up, while another search finds it."""
    ada, bob, eve = player("ada"), player("bob"), player("eve")
    found = looks(ada)
    table = found.table_id
    assert table is not None
    works: dict[str, Callable[[], Any]] = {
        "join": lambda: seating.join_table(eve, table, None, now=T0 + MINUTE),
        "stop": lambda: stop(ada, found.pk, now=T0 + MINUTE),
        "close": lambda: open_tables.cancel_table(ada, table, now=T0 + MINUTE),
    }
    done = at_once(works[what], lambda: looks(bob, now=T0 + MINUTE), lambda: pair_all(T0 + MINUTE))
    assert all(not isinstance(each, Exception) or isinstance(each, Refused) for each in done), done
    pair_all(T0 + 2 * MINUTE)
    found.refresh_from_db()
    games = running()
    assert len(games) == (found.state == "found")
    assert GameSearch.objects.filter(Q(state="found") & ~Q(game__status="running")).count() == 0
    if what == "join":
        assert len(games) == 1


@pytest.mark.django_db(transaction=True)
def test_a_table_is_not_closed_under_who_sits_down() -> None:
    """Both have looked at the open table, and act in the same moment: one of them has it."""
    ada, bob, eve = player("ada"), player("bob"), player("eve")
    Rating.objects.create(user=bob, pool="days", value=1600)
    found, other = looks(ada), looks(bob, reach=50)
    table = found.table
    assert table is not None
    seekers, _blocked, people = gather(T0, live=False)
    one, two = (next(s for s in seekers if s.search == each.pk) for each in (found, other))
    at_once(
        lambda: seating.join_table(eve, table.pk, None, now=T0),
        lambda: bring_together(one, two, people, T0),
    )
    pair_all(T0)
    table.refresh_from_db()
    found.refresh_from_db()
    assert running() in ([{"ada", "eve"}], [{"ada", "bob"}])
    assert (table.started_at is None) == (table.status == Status.CANCELLED)
    assert found.game == Game.objects.get(status=Status.RUNNING)
