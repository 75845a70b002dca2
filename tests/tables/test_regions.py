"""Regions of the table page: an answer leaves out those that the page shows already."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from datetime import date, datetime, time
from typing import Any

import pytest
from django.core.cache import caches
from django.db import connection
from django.template.backends.django import DjangoTemplates
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from jinja2 import ChainableUndefined
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from accounts.requests import REGIONS
from games.tables import publishing
from games.tables.models import Game
from games.tables.services.play import engine_game
from games.tables.timekeeping import outages
from games.talk import chat
from tests.support.factories import answer, finished_game, running_game
from zenith_site import regions

pytestmark = pytest.mark.django_db

PLAIN = (str, int, float, bool, type(None), datetime, date, time, SafeString, ChainableUndefined)


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Queue no tasks for bots."""
    monkeypatch.setattr(publishing, "wake_bots_of", lambda game_id: None)


class Browser:
    """A client that lists the regions of its page in each request, as regions.js does."""

    def __init__(self, user: User | None) -> None:
        self.client = Client()
        self.shown: dict[str, str] = {}
        self.version = ""
        self.viewer = "" if user is None else str(user.pk)
        if user is not None:
            self.client.force_login(user, "django.contrib.auth.backends.ModelBackend")

    def get(self, game: Game) -> set[str]:
        """Fetch the table; return the names of the regions that came with their content."""
        return self._read(self.client.get(self._path("table", game), headers=self._headers()))

    def post(self, name: str, game: Game, **data: Any) -> set[str]:
        """Post a form; return the names of the regions that came with their content."""
        values: dict[str, Any] = {"seq": game.seq, "steps": 0, **data}
        path = self._path(name, game)
        return self._read(self.client.post(path, values, headers=self._headers()))

    def _path(self, name: str, game: Game) -> str:
        return reverse(name, args=[game.pk])

    def _headers(self) -> dict[str, str]:
        shown = self.shown | ({"table": self.version} if self.version else {})
        listed = " ".join(f"{name}:{digest}" for name, digest in shown.items())
        return {"HX-Request": "true", "X-Viewer": self.viewer, REGIONS: listed}

    def _read(self, response: Any) -> set[str]:
        assert response.status_code == 200
        found = re.search(r'data-version="(\d+)"', response.content.decode())
        assert found is not None
        self.version = found[1]
        came = set()
        for tag in re.findall(r"<[a-z]+\b[^>]*data-region=[^>]*>", response.content.decode()):
            name = re.search(r'\bid="([^"]+)"', tag)
            digest = re.search(r'data-region="([^"]+)"', tag)
            assert name is not None
            assert digest is not None
            if "data-kept" in tag:
                assert self.shown[name[1]] == digest[1]
            else:
                came.add(name[1])
            self.shown[name[1]] = digest[1]
        assert came <= set(self.shown)
        return came


def turn_of(one: User, two: User) -> tuple[Game, User]:
    """Return a game at the beginning of a turn, and the player whose turn it is."""
    game = running_game(one, two, answers=2, pace=None)
    while engine_game(game).pending[0].kind != "turn":
        game = answer(game)
    user = game.seats.get(number=engine_game(game).pending[0].seats[0]).user
    assert user is not None
    return game, user


def test_a_page_that_shows_everything_gets_no_region_again(ada: User, bob: User) -> None:
    game, user = turn_of(ada, bob)
    for viewer in (user, None):
        browser = Browser(viewer)
        browser.get(game)  # the first look of a player changes what is new
        assert len(browser.get(game)) < len(browser.shown)
        assert browser.get(game) == set()


def test_no_other_engine_is_asked_for_a_fragment(
    monkeypatch: pytest.MonkeyPatch, ada: User, bob: User
) -> None:
    """Django's engine answers with an exception, which keeps all that the request has made."""
    asked = []
    find = DjangoTemplates.get_template

    def noted(engine: DjangoTemplates, name: str) -> Any:
        asked.append(name)
        return find(engine, name)

    monkeypatch.setattr(DjangoTemplates, "get_template", noted)
    game, user = turn_of(ada, bob)
    browser = Browser(user)
    browser.get(game)
    assert not [name for name in asked if name.endswith(".jinja")]
    browser.client.get(game.get_absolute_url())
    assert "tables/table.html" in asked


def test_a_digest_of_the_request_is_escaped(ada: User, bob: User) -> None:
    """A region that the caller keeps has the digest that the request's header names."""
    game, user = turn_of(ada, bob)
    browser = Browser(user)
    browser.get(game)
    browser.get(game)
    browser.shown["log"] = '"><script>alert(1)</script>'
    values: dict[str, Any] = {"seq": game.seq, "steps": 0, "since": game.seq}
    values["action"] = engine_game(game).pending[0].options[0]
    path = reverse("draft", args=[game.pk])
    page = browser.client.post(path, values, headers=browser._headers()).content.decode()
    assert "&lt;script&gt;alert(1)" in page
    assert "<script>alert(1)" not in page


def test_a_draft_brings_the_dock_and_what_it_changes(ada: User, bob: User) -> None:
    game, user = turn_of(ada, bob)
    browser = Browser(user)
    browser.get(game)
    browser.get(game)
    agent = next(
        option.split()[1]
        for option in engine_game(game).pending[0].options
        if option.startswith("lead ")
    )
    came = browser.post("draft", game, action=f"lead {agent}")
    assert {"ask", "hand"} <= came
    assert not came & {"bar-what", "side-theirs", "tracks", "talk", "notes", "more"}
    assert "ask" in browser.post("undo", game)


def test_a_message_brings_the_talk_alone(ada: User, bob: User) -> None:
    game, user = turn_of(ada, bob)
    browser = Browser(user)
    browser.get(game)
    browser.get(game)
    other = bob if user == ada else ada
    chat.say(other, game.pk, "hello")
    assert browser.get(game) == {"talk"}
    assert browser.post("say", game, text="hello yourself") == {"talk"}


def test_another_language_or_zone_brings_everything(ada: User, bob: User) -> None:
    game, user = turn_of(ada, bob)
    browser = Browser(user)
    browser.get(game)
    browser.get(game)
    User.objects.update(language="fr")
    assert browser.get(game) == set(browser.shown)
    User.objects.update(time_zone="Asia/Tokyo")
    assert browser.get(game) == set(browser.shown)


def test_odd_headers_bring_everything(ada: User, bob: User) -> None:
    game, user = turn_of(ada, bob)
    for listed in ("", ":", "ask", "ask:", "ask:0 ask:0", "ask:ask:ask", "é:é"):
        browser = Browser(user)
        browser.shown = {}
        response = browser.client.get(
            reverse("table", args=[game.pk]), headers={"X-Regions": listed, "HX-Request": "true"}
        )
        assert b"data-kept" not in response.content


def _odd(value: Any) -> Iterator[str]:
    """Yield what in a value has a `repr` that does not tell everything."""
    if is_dataclass(value) and not isinstance(value, type):
        for each in fields(value):
            yield from _odd(getattr(value, each.name)) if each.repr else ()
    elif isinstance(value, dict):
        for each in (*value, *value.values()):
            yield from _odd(each)
    elif isinstance(value, list | tuple | set | frozenset):
        for each in value:
            yield from _odd(each)
    elif type(value) not in PLAIN:
        yield f"{type(value).__name__}: {value!r}"


def test_a_digest_is_taken_of_plain_values(
    ada: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The `repr` of a model instance stays the same when it changes."""
    seen: list[str] = []
    digest = regions._digest

    def checked(template: str, values: dict[str, Any]) -> str:
        seen.extend(f"{template}: {odd}" for odd in _odd(values))
        result: str = digest(template, values)
        return result

    monkeypatch.setattr(regions, "_digest", checked)
    game, user = turn_of(ada, bob)
    chat.say(ada, game.pk, "hello")
    over = finished_game(ada, bob)
    for table in (game, over):
        for viewer in (ada, bob, None):
            Browser(viewer).get(table)
    hand = engine_game(game).view(game.seats.get(user=user).number)["hands"]
    for cards in (hand_["cards"] for hand_ in hand if hand_["cards"]):
        path = reverse("table", args=[game.pk])
        Browser(user).client.get(path, {"card": cards[0]})
    assert seen == []


def test_visitors_of_one_page_have_it_rendered_once(
    ada: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """After a move all who watch fetch the table."""
    game, user = turn_of(ada, bob)
    path = reverse("table", args=[game.pk])
    query = {"version": game.version - 1, "since": game.seq - 1, "here": 1}
    headers = {"HX-Request": "true"}
    first = Client().get(path, query, headers=headers)
    with django_assert_num_queries(1):
        second = Client().get(path, query, headers=headers)
    assert first.content == second.content
    told = query | {"told": game.version}
    first_told = Client().get(path, told, headers=headers)
    with django_assert_num_queries(0):
        second_told = Client().get(path, told, headers=headers)
    assert first_told.content == second_told.content
    assert b"data-version" in first.content
    assert b"csrfmiddlewaretoken" not in first.content
    told["told"] += 1  # a version to come: what is shown now is not kept under it
    Client().get(path, told, headers=headers)
    chat.say(user, game.pk, "hello")
    assert b"hello" in Client().get(path, query, headers=headers).content
    assert b"hello" in Client().get(path, told, headers=headers).content
    Game.objects.update(public=False)
    assert Client().get(path, query, headers=headers).status_code == 404
    in_french = headers | {"Accept-Language": "fr"}
    Game.objects.update(public=True)
    assert Client().get(path, query, headers=in_french).content != first.content


def test_what_visitors_write_into_a_query_is_not_kept(ada: User, bob: User) -> None:
    """A page depends on what it shows, not on all that its address says."""
    game, _user = turn_of(ada, bob)
    path, headers = reverse("table", args=[game.pk]), {"HX-Request": "true"}
    query = {"version": game.version - 1, "since": game.seq - 1}
    first = Client().get(path, query, headers=headers)
    drawn: Any = caches["drawn"]
    size = drawn.size
    assert size > len(first.content)
    for number in range(20):
        odd = {"a": number, "card": number, "log": number, "told": game.version, "here": number}
        answer = Client().get(path, query | odd, headers=headers | {REGIONS: f"x{number}"})
        assert answer.content == first.content
    assert drawn.size == size


@pytest.mark.usefixtures("steady")
def test_the_statements_of_a_move_keep_to_their_budget(ada: User, bob: User) -> None:
    """Those of its transaction count too, and so do those of the notification."""
    game = running_game(ada, bob, answers=2)
    browsers = [Browser(ada), Browser(bob)]
    most = {"draft": 6, "confirm": 12, "fetch": 6}
    for browser in browsers * 2:  # the first request of a session asks more
        browser.get(game)
    for _move in range(8):
        game.refresh_from_db()
        decision = engine_game(game).pending[0]
        seat, action = decision.seats[0], decision.options[0]
        me, other = browsers[seat], browsers[1 - seat]
        taken = {}
        with CaptureQueriesContext(connection) as taken["draft"]:
            me.post("draft", game, action=action, since=game.seq)
        with CaptureQueriesContext(connection) as taken["confirm"]:
            me.post("confirm", game)
        with CaptureQueriesContext(connection) as taken["fetch"]:
            other.get(game)
        assert {kind: len(found) for kind, found in taken.items() if len(found) > most[kind]} == {}


@pytest.fixture
def steady() -> Iterator[None]:
    """Sweeps that run: no request reads heartbeats and outages again."""
    outages.beat(timezone.now())
    yield
    outages.forget()
