"""The page of searches: what it offers, shows and answers."""

import itertools
import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Absence, Block, User
from games.clock import BANK, LIVE, OFFERED, a_turn_in
from games.lobby.services import seating
from games.matchmaking import forms
from games.matchmaking.models import GameSearch
from games.matchmaking.searching import search
from games.ratings.models import Rating
from games.tables.models import Game, Status
from tests.support.browsing import markup, text, text_of
from tests.support.factories import guest, player

pytestmark = pytest.mark.django_db

FIND = reverse("find")
MOST_QUERIES = 12


@pytest.fixture
def bob() -> User:
    return player("bob")


def test_every_pace_of_the_site_can_be_looked_for() -> None:
    assert set(forms.OFFERED.values()) == set(OFFERED)


def test_the_button_opens_a_search(client: Client, ada: User) -> None:
    assert "You would be the first" in text(client, FIND)
    page = client.post(FIND, {"pace": "bank", "reach": ""})
    assert (page.status_code, page["Location"]) == (302, FIND)
    shown = text(client, FIND)
    assert "My searches 1 of 5" in shown
    assert "3 days + 1 day a turn, at most 7 days any rating" in shown
    assert "table in the lobby" in shown


def test_the_button_leads_to_the_game(client: Client, ada: User, bob: User) -> None:
    search(bob, BANK)
    assert "at most 7 days 1 player is looking" in text(client, FIND)
    page = client.post(FIND, {"pace": "bank"})
    game = Game.objects.get(status=Status.RUNNING)
    assert page["Location"] == game.get_absolute_url()
    assert "Your game is ready" in client.get(page["Location"]).content.decode()


def test_no_level_of_headings_is_left_out(client: Client, ada: User) -> None:
    for _ in range(2):  # without a search, and with one
        levels = [int(n) for n in re.findall(r"<h(\d)", client.get(FIND).content.decode())]
        assert levels[0] == 1
        assert all(below <= above + 1 for above, below in itertools.pairwise(levels))
        search(ada, BANK)


def test_the_last_choice_is_offered_again(client: Client, ada: User) -> None:
    chosen = r'name="(\w+)" value="([^"]*)"[^>]*checked'
    assert dict(re.findall(chosen, markup(client.get(FIND)))) == {
        "pace": "bank",
        "reach": "",
    }
    client.post(FIND, {"pace": "days-5", "reach": "200"})
    page = markup(client.get(FIND))
    assert dict(re.findall(chosen, page)) == {"pace": "days-5", "reach": "200"}
    assert "<details open>" in page
    assert "within ± 200 of my rating" in text_of(client.get(FIND))


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"pace": "none"},
        {"pace": "bank", "reach": "-1"},
        {"pace": "bank", "reach": "99999999999999999999"},
        {"pace": "²", "reach": "²"},
    ],
)
def test_odd_choices_get_an_answer(client: Client, ada: User, data: dict[str, str]) -> None:
    page = client.post(FIND, data)
    assert page.status_code == 422
    assert "errorlist" in page.content.decode()
    assert not GameSearch.objects.exists()


def test_a_refusal_is_said_beside_the_button(client: Client, ada: User) -> None:
    Absence.objects.create(
        user=ada, start=timezone.now() - timedelta(days=1), end=timezone.now() + timedelta(days=1)
    )
    assert "You are on vacation until" in text(client, FIND)
    page = client.post(FIND, {"pace": "bank"})
    assert page.status_code == 409
    assert "End your vacation to search" in text_of(page)


def test_stopping(client: Client, ada: User, bob: User) -> None:
    mine, other = search(ada, a_turn_in(3)), search(bob, BANK)
    assert client.get(reverse("find_stop", args=[mine.pk])).status_code == 405
    assert client.post(reverse("find_stop", args=[other.pk])).status_code == 404
    assert client.post(reverse("find_stop", args=[2**70])).status_code == 404
    assert client.post(reverse("find_stop", args=[mine.pk])).status_code == 302
    assert "My searches" not in text(client, FIND)
    search(ada, BANK)
    found = GameSearch.objects.latest("pk")
    assert client.post(reverse("find_stop", args=[found.pk])).status_code == 409


# --- live ---


def here(client: Client, htmx: bool = True) -> Any:
    return client.post(reverse("find_here"), headers={"HX-Request": "true"} if htmx else {})


def test_a_live_search_waits_on_its_page(client: Client, ada: User, bob: User) -> None:
    client.post(FIND, {"pace": "live-5"})
    shown = text(client, FIND)
    assert "Looking for your opponent" in shown
    assert "No one else is looking for a live game" in shown
    assert "Play Bot Meteor in a new tab" in shown
    page = here(client)
    assert 'hx-trigger="every 3s"' in page.content.decode()
    assert "<html" not in page.content.decode()
    assert "HX-Redirect" not in page
    game = search(bob, LIVE[1]).game
    assert game is not None
    assert here(client)["HX-Redirect"] == game.get_absolute_url()
    assert here(client, htmx=False)["Location"] == game.get_absolute_url()
    assert "Your game has started" in text(client, FIND)


def test_sitting_down_at_its_table_ends_the_wait_too(client: Client, ada: User, bob: User) -> None:
    client.post(FIND, {"pace": "live-5"})
    table = GameSearch.objects.get().table
    assert table is not None
    seating.join_table(bob, table.pk, None)
    assert here(client)["HX-Redirect"] == table.get_absolute_url()
    Game.objects.update(status=Status.FINISHED)
    assert "HX-Redirect" not in here(client)
    assert "Your game has started" not in text(client, FIND)


def test_looking_at_the_page_changes_nothing(client: Client, ada: User) -> None:
    client.post(FIND, {"pace": "live-5"})
    before = list(GameSearch.objects.values())
    text(client, FIND)
    text(client, reverse("home"))
    assert list(GameSearch.objects.values()) == before
    here(client)
    assert list(GameSearch.objects.values()) != before


def test_an_end_without_a_game_is_text_of(client: Client, ada: User) -> None:
    assert "Nobody came" not in text_of(here(client))
    client.post(FIND, {"pace": "live-5"})
    GameSearch.objects.update(expires_at=timezone.now())
    assert "No opponent found" in text(client, FIND)
    assert "every 3s" not in here(client).content.decode()
    GameSearch.objects.update(expires_at=timezone.now() - timedelta(hours=1))
    assert "Nobody came" not in text(client, FIND)


# --- the rest ---


def test_guests_and_visitors_are_invited_to_sign_up(client: Client) -> None:
    assert "Sign up" in text(client, FIND)
    assert client.post(FIND, {"pace": "bank"}).status_code == 403
    assert client.post(reverse("find_here")).status_code == 302
    client.force_login(guest())
    assert "Or start with a bot" in text(client, FIND)
    assert client.post(FIND, {"pace": "bank"}).status_code == 403
    assert here(client).status_code == 200
    assert not GameSearch.objects.exists()


def test_every_page_leads_there(client: Client, ada: User) -> None:
    for name in ("home", "lobby", "new_table"):
        assert client.get(reverse(name)).content.decode().count(f'href="{FIND}"') >= 2


def test_the_queries_do_not_grow(client: Client, ada: User) -> None:
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            text(client, FIND)
        return len(asked)

    client.post(FIND, {"pace": "live-3"})
    before = queries()
    for number in range(5):
        search(player(f"other{number}"), BANK, 100)
        client.post(FIND, {"pace": "days-1"})
        GameSearch.objects.update(created_at=timezone.now() - timedelta(minutes=1))
    assert GameSearch.objects.filter(user=ada).count() == 6
    assert queries() <= before <= MOST_QUERIES


def test_the_queries_of_a_search_do_not_grow() -> None:
    def queries(number: int) -> int:
        """Let a player look for a game who is far from all others."""
        user = player(f"p{number}")
        Rating.objects.create(user=user, pool="days", value=1000 + 100 * number)
        with CaptureQueriesContext(connection) as asked:
            assert search(user, BANK, 50).state == "waiting"
        return len(asked)

    counts = [queries(number) for number in range(12)]
    assert counts[-1] == counts[1] <= 20


def test_it_shows_at_which_pace_others_wait(client: Client, ada: User, bob: User) -> None:
    assert "<details open>" not in client.get(FIND).content.decode()
    eve = player("eve")
    Block.objects.create(user=eve, blocked=bob)
    search(bob, a_turn_in(7), 100)
    search(eve, a_turn_in(7), 100)
    search(ada, BANK, 100)
    page = client.get(FIND)
    assert "7 days a turn 2 players are looking" in text_of(page)
    assert text_of(page).count("looking") == 1  # I am not counted
    assert "<details open>" in page.content.decode()


def test_a_guest_is_refused_with_a_page(client: Client) -> None:
    client.force_login(guest())
    response = client.post(reverse("find_stop", args=[1]))
    assert response.status_code == 404
    assert "refused.html" in [used.name for used in response.templates]
