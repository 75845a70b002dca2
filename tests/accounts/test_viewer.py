"""Open pages outlive their session: after log-in, the user is led back to the page."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import User
from games.tables.models import Game
from tests.support.factories import PASSWORD, player, running_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    """The player whose page is open."""
    return player("ada")


@pytest.fixture
def game(ada: User) -> Game:
    """A private game, which is not found without its player."""
    return running_game(ada, player("bob"), public=False)


def browser(user: User | None = None) -> Client:
    """Return a browser in which a user is logged in, or none."""
    client = Client()
    if user is not None:
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def headers(game: Game, user: User) -> dict[str, Any]:
    """Return what htmx sends from the open table of a user."""
    page = f"http://testserver{game.get_absolute_url()}?card=nero"
    return {"HX-Request": "true", "HX-Current-URL": page, "X-Viewer": str(user.pk)}


def next_of(address: str) -> str:
    """Return where a log-in leads to."""
    assert urlsplit(address).path == reverse("account_login")
    return parse_qs(urlsplit(address).query)["next"][0]


@pytest.mark.parametrize("name", ["table", "draft", "confirm", "say"])
def test_the_table_of_a_lost_session_goes_to_the_login(game: Game, ada: User, name: str) -> None:
    """Neither the log-in page nor the view of a spectator is swapped into it."""
    client = browser()
    send = client.get if name == "table" else client.post
    response = send(reverse(name, args=[game.pk]), headers=headers(game, ada))
    assert next_of(response["HX-Redirect"]) == f"{game.get_absolute_url()}?card=nero"
    assert (response.status_code, response.content) == (409, b"")


def test_the_login_leads_back_to_the_table(game: Game, ada: User) -> None:
    """Not to the address of the form, which takes no GET."""
    client = browser()
    sent = client.post(reverse("draft", args=[game.pk]), headers=headers(game, ada))
    values = {"login": ada.username, "password": PASSWORD}
    response = client.post(sent["HX-Redirect"], {**values, "next": next_of(sent["HX-Redirect"])})
    assert response["Location"] == f"{game.get_absolute_url()}?card=nero"
    assert client.get(response["Location"]).status_code == 200


@pytest.mark.parametrize("viewer", ["ada", ""])
def test_a_page_of_another_user_is_loaded_again_and_says_so(
    viewer: str, game: Game, ada: User
) -> None:
    """Nothing is done in the name of a user whose page it is not."""
    eve = browser(player("eve", language="de"))
    asked = {**headers(game, ada), "X-Viewer": str(ada.pk) if viewer else ""}
    with translation.override("de"):
        now = _("You are logged in as %(name)s now, so the page has been loaded again.")
        clicked = _(
            "You are logged in as %(name)s now, so the page has been loaded again. "
            "What you last clicked on it was not carried out."
        )
    sent = eve.post(reverse("resign", args=[game.pk]), headers=asked)
    assert (sent.status_code, sent["HX-Refresh"]) == (409, "true")
    assert clicked % {"name": "eve"} in eve.get("/symbols/").content.decode()
    game.refresh_from_db()
    assert game.status == "running"
    assert eve.get(game.get_absolute_url(), headers=asked)["HX-Refresh"] == "true"
    page = eve.get("/symbols/").content.decode()
    assert now % {"name": "eve"} in page
    assert clicked % {"name": "eve"} not in page


def test_a_page_of_the_same_user_is_answered(game: Game, ada: User) -> None:
    """As ever."""
    response = browser(ada).get(game.get_absolute_url(), headers=headers(game, ada))
    assert response.status_code == 200
    assert f'data-viewer="{ada.pk}"' in browser(ada).get("/").content.decode()


@pytest.mark.parametrize(
    ("referer", "back"),
    [
        ("http://testserver/tables/7/?since=3", "/tables/7/?since=3"),
        ("http://elsewhere.example/tables/7/", "/"),
        ("", "/"),
    ],
)
def test_a_plain_form_of_a_lost_session_comes_back_to_its_page(
    game: Game, referer: str, back: str
) -> None:
    """Without scripts too; pages of other sites are not led to."""
    response = browser().post(reverse("resign", args=[game.pk]), headers={"Referer": referer})
    assert next_of(response["Location"]) == back
