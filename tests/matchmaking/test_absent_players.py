"""Players who lost a game on time while away: their searches and open tables end."""

from datetime import timedelta

import pytest
from django.urls import reverse

from accounts.models import User
from games.clock import TURNS
from games.lobby.services.opening import Wish, create_table
from games.lobby.services.seating import join_table
from games.matchmaking.models import GameSearch
from games.matchmaking.notifications import NoLongerSearching
from games.notifications.models import Notification
from games.tables.models import Access, Game, Status
from games.tables.services.expiry import mind_the_clocks
from games.tables.services.seen import mark_seen
from tests.matchmaking.searches import DAY, HOUR, T0, looks, names
from tests.support.factories import answer, running_game, wakeful

pytestmark = pytest.mark.django_db

LATE = T0 + 3 * DAY + timedelta(seconds=1)


@pytest.fixture
def ada() -> User:
    return wakeful("ada")


@pytest.fixture
def bob() -> User:
    return wakeful("bob")


def turn_of(user: User, other: User) -> Game:
    """Return a game with a turn of a user that has started at T0."""
    game = running_game(user, other, answers=2, now=T0)
    while not game.seats.get(user=user).asked:
        game = answer(game, T0)
    return game


def states(user: User) -> set[str]:
    return set(GameSearch.objects.filter(user=user).values_list("state", flat=True))


def test_what_waits_for_others_is_withdrawn(ada: User, bob: User) -> None:
    """Searches with and without a table, own tables, and a seat at another player's."""
    turn_of(ada, bob)
    looks(ada, now=T0)
    looks(ada, TURNS[0], reach=200, now=T0)
    own = create_table(ada, Wish(access=Access.LINK), now=T0)
    four = create_table(bob, Wish(players=4, others=(None, None, None)), now=T0)
    join_table(ada, four.pk, 2, now=T0)
    assert mind_the_clocks(LATE) == 1
    assert states(ada) == {"stopped"}
    own.refresh_from_db()
    four.refresh_from_db()
    assert (own.status, four.status) == (Status.CANCELLED, Status.OPEN)
    assert not Game.objects.filter(status=Status.OPEN, seats__user=ada).exists()
    assert looks(bob, now=LATE).state == "waiting"
    notification = Notification.objects.get(user=ada, kind=NoLongerSearching.key)
    assert NoLongerSearching(notification).words().path == reverse("find")


def test_a_player_who_is_on_the_site_keeps_them(ada: User, bob: User) -> None:
    game, elsewhere = turn_of(ada, bob), running_game(ada, wakeful("eve"), now=LATE)
    looks(ada, now=T0)
    mark_seen(elsewhere.seats.get(user=ada), elsewhere, LATE - HOUR / 2)
    assert mind_the_clocks(LATE) == 1
    game.refresh_from_db()
    assert game.status != Status.RUNNING
    assert states(ada) == {"waiting"}
    assert names(looks(wakeful("gus"), now=LATE).game) == {"ada", "gus"}


def test_the_winner_keeps_them(ada: User, bob: User) -> None:
    turn_of(ada, bob)
    looks(bob, now=T0)
    assert mind_the_clocks(LATE) == 1
    assert states(bob) == {"waiting"}
    assert not Notification.objects.filter(kind=NoLongerSearching.key).exists()
