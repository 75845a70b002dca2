"""How the table page is served: fragments, versions, queries, sizes, cards by themselves."""

import gzip
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games.tables.models import Status
from games.tables.page import PageQuery, table_page
from games.tables.page.log import LOG_LINES
from games.tables.selectors import seen
from games.tables.services import drafts
from games.talk import chat
from tests.support.factories import finished_game, player, running_game
from tests.tables.page.pages import menu, page, signed_in

pytestmark = pytest.mark.django_db


def test_the_page_takes_few_queries(
    ada: User, bob: User, django_assert_max_num_queries: Any
) -> None:
    """The number does not depend on the length of the log and the chat."""
    game = running_game(ada, bob, answers=30)
    for _ in range(3):
        chat.say(bob, game.pk, "Hello!")
    client = signed_in(ada)
    client.get(reverse("symbols"))  # the first page of a session writes the session down
    with django_assert_max_num_queries(12):
        assert client.get(reverse("table", args=[game.pk])).status_code == 200


def test_a_finished_page_takes_few_queries(
    ada: User, bob: User, django_assert_max_num_queries: Any
) -> None:
    """The result region needs no more queries than a running game."""
    game = finished_game(ada, bob)
    client = signed_in(ada)
    client.get("/")  # the first look of a day writes that down
    with django_assert_max_num_queries(12):
        assert client.get(reverse("table", args=[game.pk])).status_code == 200


@pytest.mark.parametrize(
    ("name", "fields", "times"),
    [
        ("draft", {"action": "keep", "steps": 0}, 1),
        ("undo", {}, 1),
        ("confirm", {}, 1),
        ("say", {"text": "Hello!"}, 2),
    ],
)
def test_an_answer_reads_the_game_once_and_a_message_twice(
    ada: User, bob: User, name: str, fields: dict[str, Any], times: int
) -> None:
    """What a service has locked is shown; a message locks less than the page needs."""
    game = running_game(ada, bob)
    client = signed_in(ada)
    client.get(reverse("table", args=[game.pk]))
    if name == "confirm":
        drafts.add_to_draft(ada, game.pk, "redraw", game.seq)
    with CaptureQueriesContext(connection) as queries:
        response = client.post(
            reverse(name, args=[game.pk]),
            {"seq": game.seq, **fields},
            headers={"HX-Request": "true"},
        )
    assert response.status_code == 200
    one_game = [sql for query in queries if 'FROM "tables_game"' in (sql := query["sql"])]
    assert sum('"tables_game"."snapshot"' in sql for sql in one_game) == times


def test_nothing_on_the_page_needs_inline_script_or_style(ada: User, bob: User) -> None:
    """The content security policy would block them."""
    html = page(ada, running_game(ada, bob, answers=20))
    script = r"<script(?![^>]*(?:\bsrc=|type=.application/json))"
    assert not re.search(script + r"|<style|\sstyle=|\son\w+=", html)


def test_a_fragment_is_the_table_alone(ada: User, bob: User) -> None:
    """The same view serves the page and its fragment."""
    game = running_game(ada, bob)
    html = page(ada, game, headers={"HX-Request": "true"})
    assert re.match(r'\s*<div\s+id="table"', html)
    assert "<html" not in html


def test_a_page_that_is_up_to_date_gets_nothing(ada: User, bob: User) -> None:
    """The version in the query is compared first."""
    game = running_game(ada, bob)
    client, address = signed_in(ada), reverse("table", args=[game.pk])
    assert client.get(address, {"version": game.version}).status_code == 204
    assert client.get(address, {"version": game.version - 1}).status_code == 200


def test_an_up_to_date_page_costs_nearly_nothing(
    ada: User, bob: User, django_assert_num_queries: Any
) -> None:
    """A public table takes two queries: user and version; the session is in the cache."""
    game = running_game(ada, bob)
    client = signed_in(ada)
    client.get(game.get_absolute_url())
    with django_assert_num_queries(2):
        client.get(game.get_absolute_url(), {"version": game.version})


@pytest.mark.parametrize("version", ["", "-1", "²", "9" * 40])
def test_an_odd_version_is_an_old_one(ada: User, bob: User, version: str) -> None:
    """An invalid version gets the whole page."""
    page(ada, running_game(ada, bob), f"?version={version}")


def test_a_version_is_no_way_to_find_private_tables(ada: User, bob: User) -> None:
    """A correct guess gets the same response as a table that does not exist."""
    game = running_game(ada, bob, public=False)
    address = f"{game.get_absolute_url()}?version={game.version}"
    assert signed_in(player("eve")).get(address).status_code == 404
    assert signed_in(ada).get(address).status_code == 204


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_a_fragment_is_small(ada: User, bob: User, language: str) -> None:
    """Pages fetch the fragment after every move; proxies compress it."""
    User.objects.update(language=language)
    game = running_game(ada, bob, answers=60, secret_agents=True)
    assert game.status == Status.RUNNING
    for user in (ada, bob, None):
        page(user, game)  # the first look has all that is new
        fragment = page(user, game, headers={"HX-Request": "true"}).encode()
        assert len(gzip.compress(fragment)) < 12_200


OPENERS = re.compile(r'popovertarget="(agent-[^"]+)"')


def test_the_log_of_a_spectator_does_not_grow_with_the_game(ada: User, bob: User) -> None:
    """The page of a spectator keeps the `since` that it was loaded with."""
    game = running_game(ada, bob, answers=80)
    early, late = (
        table_page(seen(None, game.pk), PageQuery(since=n)) for n in (1, game.seq - LOG_LINES)
    )
    assert early.log == late.log
    assert early.since == late.since
    assert table_page(seen(ada, game.pk), PageQuery(since=1)).log != late.log


@pytest.mark.parametrize("over", [False, True])
def test_every_card_that_can_be_opened_is_on_the_page(ada: User, bob: User, over: bool) -> None:
    """The page has the cards for use without scripts; the fragment leaves them out."""
    game = finished_game(ada, bob) if over else running_game(ada, bob, answers=60)
    addresses = [game.get_absolute_url()] + over * [reverse("replay_at", args=[game.pk, 30])]
    for address in addresses:
        html = signed_in(ada).get(address).content.decode()
        cards = set(re.findall(r'<div popover id="(agent-[^"]+)"', html))
        assert set(OPENERS.findall(html)) <= cards
        assert len(cards) > 10
        fragment = signed_in(ada).get(address, headers={"HX-Request": "true"}).content.decode()
        assert OPENERS.search(fragment)
        assert 'id="agent-' not in fragment


def test_a_card_is_fetched_by_itself(client: Client) -> None:
    """The response is in the language of the address, and can be cached."""
    french = client.get(reverse("card", args=["fr"]), {"agent": "nero"})
    english = client.get(reverse("card", args=["en"]), {"agent": "nero"})
    for answer_, language in ((french, "fr"), (english, "en")):
        assert 'id="agent-nero"' in answer_.content.decode()
        assert answer_["Content-Language"] == language
        assert "max-age=86400" in answer_["Cache-Control"]
    assert french.content != english.content


@pytest.mark.parametrize(("language", "agent"), [("fr", "nobody"), ("xx", "nero"), ("fr", "")])
def test_there_is_no_such_card(client: Client, language: str, agent: str) -> None:
    """Unknown agents and languages are not found."""
    address = reverse("card", args=[language])
    assert client.get(address, {"agent": agent}).status_code == 404


def test_the_menu_is_fetched_as_the_region_it_replaces(ada: User, bob: User) -> None:
    """The page takes an answer without its target for a site that is down."""
    game = running_game(ada, bob)
    assert 'id="more-box"' in menu(ada, game, headers={"HX-Request": "true"})
    assert '<div class="page narrow" id="table">' in menu(ada, game)


def test_a_table_is_drawn_when_all_of_it_has_been_read(ada: User, bob: User) -> None:
    """Browsers wait for the start of the element that is named, so it stands after the table."""
    html = page(ada, running_game(ada, bob))
    (target,) = re.findall(r'<link rel="expect" href="#(\w+)" blocking="render">', html)
    assert html.index('<div id="table"'.replace("<div ", "")) < html.index("</main>")
    table = html.index('id="books"')  # the last of its regions
    assert table < html.index(f'id="{target}"')


def test_the_menu_begins_with_what_is_used_and_ends_with_the_deal(ada: User, bob: User) -> None:
    game = running_game(ada, bob)
    parts = ('id="give-time"', 'id="resign"', "Replay the game", "How the deal is verified")
    places = [menu(ada, game).index(part) for part in parts]
    assert places == sorted(places)
