"""Bot accounts: for good, marked, with ratings of their own, away from people's contests."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from common.refusals import Refused
from games.api import bots
from games.endpoints.access import Scope
from games.fairplay.bans import refuse_if_barred
from games.lobby.services import bot_accounts
from games.lobby.services.opening import Wish, create_table
from games.lobby.services.seating import join_table
from games.ratings.models import Pool, Rating
from games.tables.models import Access, Game
from games.tables.services import ending
from tests.api.client import EVERYTHING, Program
from tests.support.browsing import log_in_freshly, text_of
from tests.support.factories import guest, player, running_game, table

pytestmark = pytest.mark.django_db

CONFIRMED = {"maker": "Eve", "confirm": "ada"}


def robot(name: str) -> User:
    """Return a bot account made by Eve."""
    return bots.become(player(name), "Eve", name)


def refused(code: str, verb: Any, *given: Any) -> None:
    with pytest.raises(Refused) as refusal:
        verb(*given)
    assert refusal.value.code == code


# --- becoming one ---


def test_a_program_makes_its_account_a_bot_for_good(ada: User) -> None:
    program = Program(ada, *EVERYTHING, Scope.BOT)
    assert program.get("/me").json()["bot"] is False
    for _twice in range(2):
        answered = program.post("/me/bot", CONFIRMED)
        assert (answered.status_code, answered.json()["bot"]) == (200, True)
    shown = program.get("/players/ada").json()
    assert (shown["bot"], shown["bot_maker"]) == (True, "Eve")


@pytest.mark.parametrize(
    ("data", "scopes", "status", "code"),
    [
        (CONFIRMED, EVERYTHING, 403, "missing_scope"),
        (CONFIRMED | {"confirm": "yes"}, (Scope.BOT,), 422, "not_confirmed"),
        (CONFIRMED | {"maker": "  "}, (Scope.BOT,), 422, "no_maker"),
        (CONFIRMED | {"maker": ""}, (Scope.BOT,), 422, "invalid"),
    ],
)
def test_without_right_or_confirmation_nothing_changes(
    data: Any, scopes: tuple[str, ...], status: int, code: str, ada: User
) -> None:
    answered = Program(ada, *scopes).post("/me/bot", data)
    assert (answered.status_code, answered.json()["code"]) == (status, code)
    ada.refresh_from_db()
    assert not ada.is_bot


def test_a_rated_game_is_too_late(ada: User, ben: User) -> None:
    running_game(ada, ben)
    bots.become(ben, "Eve", "ben")  # a friendly one is not
    running_game(ada, "nova")
    refused("has_played_rated", bots.become, ada, "Eve", "ada")
    waits = player("carl")
    table(waits, None, rated=True)
    refused("has_played_rated", bots.become, waits, "Eve", "carl")


def test_guests_do_not_become_bots() -> None:
    refused("", bots.become, guest(), "Eve", "Guest-1")


def test_the_account_page_asks_for_a_confirmation(client: Client, ada: User) -> None:
    page = reverse("become_bot")
    assert client.get(page)["Location"].startswith(reverse("account_reauthenticate"))
    log_in_freshly(client, ada)
    assert client.post(page, CONFIRMED | {"confirm": "Ada?"}).status_code == 422
    assert client.post(page, CONFIRMED).status_code == 302
    assert "made by Eve" in text_of(client.get(page))
    ada.refresh_from_db()
    assert ada.is_bot


# --- ratings ---


def test_bots_have_a_pool_of_their_own() -> None:
    one, two = robot("one"), robot("two")
    assert running_game(one, two).pool == Pool.BOTS
    assert running_game(one, "nova").pool == Pool.BOTS
    assert running_game(one, "nova", pace=None).pool == ""


def test_no_game_with_a_person_is_rated(ada: User) -> None:
    one = robot("one")
    assert running_game(ada, one).pool == ""
    assert running_game(ada, one, rated=True).pool == ""
    assert running_game(ada, "nova").pool == Pool.SOLO


def test_a_rating_of_a_bot_changes_by_its_games() -> None:
    one = robot("one")
    game = running_game(one, "nova", answers=30)
    ending.resign(one, game.pk)
    rating = Rating.objects.get(user=one)
    assert (rating.pool, rating.games) == (Pool.BOTS, 1)
    assert not Rating.objects.exclude(pool=Pool.BOTS).exists()


# --- tables ---


def test_a_bot_joins_only_where_it_is_welcome(ada: User) -> None:
    one = robot("one")
    closed, welcoming = table(ada, None), table(ada, None, bots_welcome=True)
    refused("bots_not_welcome", join_table, one, closed.pk, None)
    refused("bots_not_welcome", join_table, one, closed.pk, None, closed.token)
    join_table(one, welcoming.pk, None)
    invited = create_table(ada, Wish(access=Access.INVITED, others=(one,)))
    join_table(one, invited.pk, None)
    join_table(one, table(robot("two"), None).pk, None)
    listed = Program(one).get("/tables").json()["games"]
    assert closed.pk not in [game["id"] for game in listed]
    assert closed.pk in [
        game["id"] for game in Program(player("eve")).get("/tables").json()["games"]
    ]


def test_tables_that_welcome_bots_are_not_rated(ada: User) -> None:
    one = robot("one")
    for wish in (
        Wish(rated=True, bots_welcome=True),
        Wish(rated=True, access=Access.INVITED, others=(one,)),
    ):
        refused("", create_table, ada, wish)
    refused("bot_account", create_table, one, Wish(rated=True))


def test_a_table_says_that_bots_are_welcome(client: Client, ada: User) -> None:
    program = Program(ada)
    number = program.post("/tables", {"bots_welcome": True}).json()["game"]
    assert Game.objects.get(pk=number).bots_welcome
    assert program.get(f"/games/{number}").json()["bots_welcome"] is True
    assert "Bots welcome" in text_of(client.get(reverse("table", args=[number])))


def test_a_bot_plays_so_many_games_at_once(monkeypatch: pytest.MonkeyPatch, ada: User) -> None:
    monkeypatch.setattr(bot_accounts, "MOST_GAMES", 1)
    one = robot("one")
    create_table(one, Wish(access=Access.INVITED, others=("nova",)))
    refused("too_many_games", create_table, one, Wish())
    refused("too_many_games", join_table, one, table(ada, None, bots_welcome=True).pk, None)
    create_table(ada, Wish())
    create_table(ada, Wish())


def test_contests_of_people_refuse_bots() -> None:
    """Ladder, seasons, tournaments, matchmaking and rated tables all ask this."""
    refused("bot_account", refuse_if_barred, robot("one"), timezone.now())


# --- where they are shown ---


def test_a_bot_is_marked_wherever_its_name_stands(client: Client, ada: User) -> None:
    one = robot("one")
    game = running_game(ada, one)
    for page in (
        reverse("table", args=[game.pk]),
        reverse("profile", args=["one"]),
        reverse("bots"),
        reverse("home"),
    ):
        assert 'class="bot-account"' in client.get(page).content.decode(), page
    seats = Program(ada).get(f"/games/{game.pk}").json()["seats"]
    assert [seat["bot_account"] for seat in seats] == [False, True]


def test_the_list_names_bots_makers_and_levels_by_strength(client: Client) -> None:
    one = robot("one")
    Rating.objects.create(user=one, pool=Pool.BOTS, value=2000, deviation=60, games=20)
    robot("two")
    names = [row.name for row in bots.listed(timezone.now())]
    assert names.index("Bot Nova") < names.index("one") < names.index("Bot Eclipse")
    assert names[-1] == "two"
    page = text_of(client.get(reverse("bots")))
    assert "made by Eve" in page
    assert "not rated yet" in page
