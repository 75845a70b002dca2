"""Tables that don't start: the players who waited are told, with the way to ask again."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from accounts.blocking import block
from accounts.models import User
from games.clock import BANK, LIVE, Pace
from games.clock.moments import DAY
from games.lobby.services.open_tables import cancel_table, expire_tables
from games.lobby.services.opening import Beginner, Wish, create_table
from games.lobby.services.rematches import rematch
from games.lobby.services.seating import join_table, leave_table
from games.notifications import reasons
from games.notifications.kinds import PageNotification, kind_of
from games.notifications.messages import compose
from games.notifications.models import Notification
from games.notifications.relevance import relevance_of
from games.tables.models import OPEN_FOR, Access, Game, Status
from tests.support.factories import finished_game, player

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture
def bob() -> User:
    return player("bob", language="en")


def told(user: User) -> list[Notification]:
    kinds = ("table_closed", "seat_free")
    return list(user.notifications.filter(kind__in=kinds).order_by("pk"))


def says(user: User) -> str:
    [notification] = told(user)
    return compose(notification, NOON).headline


def path_of(user: User) -> str:
    [notification] = told(user)
    kind = kind_of(notification)
    assert isinstance(kind, PageNotification)
    return kind.words().path


def asks_again(user: User) -> Game:
    """Open the form behind a notification's link, send it as it is, and return the new table."""
    client = Client()
    client.force_login(user)
    form = client.get(path_of(user)).context["form"]
    data = {field.html_name: field.value() for field in form if field.value() not in (None, "")}
    response = client.post("/tables/new/", data)
    assert response.status_code == 302, response.context["form"].errors
    return Game.objects.latest("pk")


def settings_of(game: Game) -> list[object]:
    fields = ("players", "boards", "secret_agents", "beginner", "pace", "live", "league", "rated")
    return [getattr(game, name) for name in (*fields, "public", "access")]


def test_a_declined_invitation_is_told_and_can_be_repeated(ada: User, bob: User) -> None:
    wish = Wish(
        boards="SUN",
        secret_agents=True,
        beginner=Beginner.ME,
        pace=Pace(2 * DAY, DAY, 5 * DAY),
        league=True,
        public=False,
        access=Access.INVITED,
        others=(bob,),
    )
    game = create_table(ada, wish)
    leave_table(bob, game.pk)
    assert says(ada) == "bob declined the invitation to this table, so it has closed."
    assert told(bob) == []
    again = asks_again(ada)
    assert settings_of(again) == settings_of(game)
    assert again.seats.filter(invited=bob).exists()
    assert again.second_side == again.seats.get(user=ada).side


@pytest.mark.parametrize("pace", [None, BANK, LIVE[1]], ids=["none", "bank", "live"])
def test_an_invitation_that_expires_is_told_to_both(
    ada: User, bob: User, pace: Pace | None
) -> None:
    game = create_table(ada, Wish(access=Access.INVITED, others=(bob,), pace=pace), now=NOON)
    assert expire_tables(now=NOON + OPEN_FOR) == 1
    for user in (ada, bob):
        assert says(user) == "Its free seats were not taken in time."
    assert settings_of(asks_again(ada)) == settings_of(game)
    assert asks_again(bob).seats.filter(invited=ada).exists()


def test_a_table_of_four_that_closes_is_told_to_all_who_waited(ada: User, bob: User) -> None:
    cleo, dan = player("cleo"), player("dan", language="en")
    wish = Wish(players=4, access=Access.LINK, others=(None, dan, None), rated=True)
    game = create_table(ada, wish)
    join_table(bob, game.pk, 1, game.token)
    join_table(cleo, game.pk, 3, game.token)
    cancel_table(ada, game.pk)
    for user in (bob, cleo, dan):
        assert says(user) == "ada closed this table before the game started."
    assert told(ada) == []
    again = asks_again(cleo)
    assert settings_of(again)[:-1] == settings_of(game)[:-1]
    assert again.access == Access.INVITED  # all four are known
    people = [seat.user or seat.invited for seat in again.seats.order_by("number")]
    assert people == [ada, bob, dan, cleo]


def test_who_leaves_a_table_of_four_is_told_to_the_others(ada: User, bob: User) -> None:
    cleo = player("cleo", language="en")
    game = create_table(ada, Wish(players=4, others=(None, cleo, None)))
    join_table(bob, game.pk, 1)
    leave_table(bob, game.pk, now=NOON)
    assert says(ada) == "bob left your table. The seat is free now."
    leave_table(cleo, game.pk, now=NOON + timedelta(minutes=1))
    first, second = told(ada)
    assert "cleo declined the invitation" in compose(second, NOON).headline
    assert told(bob) == []
    Game.objects.filter(pk=game.pk).update(status=Status.CANCELLED)
    assert relevance_of(Notification.objects.get(pk=first.pk)).stale == reasons.GONE


def test_a_rematch_that_is_declined_leads_to_the_game_with_its_rematch(
    ada: User, bob: User
) -> None:
    game = finished_game(ada, bob)
    leave_table(bob, rematch(ada, game.pk).pk)
    assert path_of(ada) == game.get_absolute_url()


def test_a_blocked_player_has_not_declined(ada: User, bob: User) -> None:
    create_table(ada, Wish(access=Access.INVITED, others=(bob,)))
    block(ada, bob, wanted=True)
    assert says(ada) == "bob left this table, so it has closed."
    assert told(bob) == []


def test_the_page_of_a_closed_table_offers_the_same_settings(ada: User) -> None:
    game = create_table(ada, Wish(rated=True, pace=LIVE[0]))
    cancel_table(ada, game.pk)
    client = Client()
    client.force_login(ada)
    page = client.get(f"/tables/{game.pk}/").content.decode()
    assert "/tables/new/?players=2&amp;pace=live-3&amp;" in page
    invited = create_table(ada, Wish(access=Access.INVITED, others=(player("bob"),)))
    cancel_table(ada, invited.pk)
    assert "opponent_1=named" in client.get(f"/tables/{invited.pk}/").content.decode()
