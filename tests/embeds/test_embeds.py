"""Boards on other sites: for everyone the same, framed anywhere, and nothing else is."""

import json
import re
from datetime import datetime, timedelta
from typing import Any
from unittest import mock

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from common.navigation import optional_url
from games.notifications.board_image import Picture
from games.tables.models import Game, Move
from games.tables.selectors import Seen
from games.tables.services import ending
from tests.support.factories import answer, finished_game, player, running_game, table
from tests.support.leaking import check, secrets_of

pytestmark = pytest.mark.django_db
SITE = "http://testserver"
NOW = datetime(2026, 11, 28, 12, tzinfo=timezone.get_default_timezone())


@pytest.fixture(autouse=True)
def _site(settings: Any) -> None:
    """Links begin with the address of the site."""
    settings.SITE_URL = SITE


@pytest.fixture
def game() -> Game:
    """A running game with a move every ten seconds, the last of them at `NOW`."""
    made = running_game(player("ada"), player("bob"), now=NOW - timedelta(minutes=2))
    for number in range(8, -1, -1):
        made = answer(made, now=NOW - timedelta(seconds=10 * number))
    return made


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The moments whose views were taken for a picture."""
    moments: list[int] = []
    original = Seen.public_view

    def note(seen: Any, seq: int) -> Any:
        moments.append(seq)
        return original(seen, seq)

    monkeypatch.setattr(Seen, "public_view", note)
    return moments


def at(moment: datetime) -> Any:
    """Let requests come at a moment."""
    return mock.patch("django.utils.timezone.now", return_value=moment)


def shown(path: str, drawn: list[int], when: datetime = NOW) -> int | None:
    """Return the moment that a page draws; `None` for a game that has not begun."""
    drawn.clear()
    with at(when):
        response = Client().get(path)
    assert response.status_code == 200
    return max(drawn, default=None)


def frames_of(game: Game) -> list[str]:
    """Return the addresses that can be framed."""
    paths = [reverse("embed_game", args=[game.pk]), reverse("overlay", args=[game.pk])]
    return [*paths, reverse("embed_daily_puzzle")] if apps.is_installed("games.puzzles") else paths


def test_only_these_pages_can_be_framed(game: Game, client: Client) -> None:
    for path in frames_of(game):
        response = client.get(path)
        assert response.status_code == 200
        assert "X-Frame-Options" not in response, path
        assert "frame-ancestors *" in response["Content-Security-Policy"]
        assert "script-src 'self'" in response["Content-Security-Policy"]
        assert client.post(path).status_code == 405
    others = (game.get_absolute_url(), "/", "/embed/games/999999/")
    for path in (*others, reverse("replay_at", args=[game.pk, 1]), "/oembed/"):
        response = client.get(path)
        assert response["X-Frame-Options"] == "DENY", path
        assert "frame-ancestors 'none'" in response["Content-Security-Policy"], path


def test_nobody_gets_a_cookie_and_players_see_what_visitors_see(game: Game) -> None:
    ada = game.seats.get(number=0).user
    assert ada is not None
    for path in frames_of(game):
        visitor, own = Client(), Client()
        own.force_login(ada)
        response = visitor.get(path)
        assert not response.cookies, path
        assert own.get(path).content == response.content, path


def test_a_frame_shows_no_hidden_card(game: Game, client: Client) -> None:
    secrets = secrets_of(game, None, member=False)
    assert secrets.cards
    for path in frames_of(game)[:2]:
        for query in ("", "?delay=0", "?delay=35"):
            check(path, client.get(path + query).content, secrets)


def test_a_private_table_has_no_frame(client: Client) -> None:
    ada = player("ada")
    private = running_game(ada, player("bob"), answers=2, public=False)
    client.force_login(ada)
    for path in frames_of(private)[:2]:
        assert client.get(path).status_code == 404
        assert client.get(f"{path}?token={private.token}").status_code == 404
    link = f"{SITE}{private.get_absolute_url()}"
    assert client.get("/oembed/", {"url": link}).status_code == 404


def test_a_frame_says_who_is_awaited_and_leads_to_the_table(game: Game, client: Client) -> None:
    page = client.get(reverse("embed_game", args=[game.pk])).content.decode()
    waits = game.seats.get(asked=True).name
    assert f"Waiting for {waits}." in page
    assert f'href="{SITE}{game.get_absolute_url()}" target="_blank" rel="noopener"' in page
    assert 'data-every="10"' in page


def test_a_frame_looks_no_further_after_the_end(client: Client) -> None:
    over = finished_game(player("ada"), player("bob"))
    page = client.get(reverse("embed_game", args=[over.pk])).content.decode()
    assert 'data-every="0"' in page
    assert "embeds.js" not in page
    assert "won" in page


def test_what_has_not_changed_is_not_sent_again(game: Game, client: Client) -> None:
    path = reverse("embed_game", args=[game.pk])
    tag = client.get(path)["ETag"]
    assert client.get(path, headers={"if-none-match": tag}).status_code == 304
    answer(game, now=NOW)
    again = client.get(path, headers={"if-none-match": tag})
    assert (again.status_code, again["Cache-Control"]) == (200, "no-cache")


def test_a_table_that_waits_for_players_says_so(client: Client) -> None:
    waiting = table(player("ada"), None)
    page = client.get(reverse("embed_game", args=[waiting.pk])).content.decode()
    assert "The game has not begun yet." in page


# --- streams ---


@pytest.mark.parametrize(("delay", "moves"), [(0, 9), (5, 8), (10, 8), (35, 5), (85, 0)])
def test_a_stream_sees_the_game_as_it_was(
    delay: int, moves: int, game: Game, drawn: list[int]
) -> None:
    path = f"{reverse('overlay', args=[game.pk])}?delay={delay}"
    assert shown(path, drawn) == moves
    then = NOW - timedelta(seconds=delay)
    assert Move.objects.filter(game=game, at__lte=then).count() == moves


def test_a_stream_does_not_see_the_deal_too_early(game: Game, drawn: list[int]) -> None:
    path = reverse("overlay", args=[game.pk])
    assert shown(f"{path}?delay=119", drawn) == 0
    assert shown(f"{path}?delay=121", drawn) is None
    assert shown(f"{path}?delay=99999999999", drawn) is None


def test_a_stream_learns_of_the_end_when_its_time_has_come(game: Game) -> None:
    """A resignation is no move."""
    ada = game.seats.get(number=0).user
    assert ada is not None
    ending.resign(ada, game.pk, now=NOW)
    path = f"{reverse('overlay', args=[game.pk])}?delay=30"
    with at(NOW + timedelta(seconds=29)):
        early = Client().get(path).content.decode()
    with at(NOW + timedelta(seconds=31)):
        late = Client().get(path).content.decode()
    assert "Waiting for" in early
    assert "resigned" not in early
    assert 'data-every="3"' in early
    assert "resigned" in late
    assert 'data-every="0"' in late


@pytest.mark.parametrize("delay", ["", "-5", "soon", "1.5", "²", "١"])
def test_a_delay_that_is_no_number_shows_nothing(delay: str, game: Game, client: Client) -> None:
    """A wrong one would show the game without any."""
    assert client.get(reverse("overlay", args=[game.pk]), {"delay": delay}).status_code == 404


def test_the_picture_of_a_stream_has_no_ground(game: Game, client: Client) -> None:
    ground = 'height="336" rx="12" fill="#0b0e1a"'
    assert ground in client.get(reverse("embed_game", args=[game.pk])).content.decode()
    assert ground not in client.get(reverse("overlay", args=[game.pk])).content.decode()


# --- the puzzle of the day ---


def test_the_puzzle_of_the_day_shows_the_hand_and_not_the_solution(client: Client) -> None:
    puzzle = pytest.importorskip("games.puzzles.daily").puzzle_of(timezone.now().date())
    page = client.get(reverse("embed_daily_puzzle")).content.decode()
    assert f'href="{SITE}{puzzle.get_absolute_url()}" target="_blank"' in page
    assert '<g class="card"' in page
    assert "solution" not in page


# --- oEmbed ---


@pytest.mark.parametrize("name", ["table", "replay"])
def test_a_link_to_a_game_becomes_a_frame(name: str, game: Game, client: Client) -> None:
    url = SITE + reverse(name, args=[game.pk])
    response = client.get("/oembed/", {"url": url, "format": "json"})
    data = json.loads(response.content)
    assert (data["version"], data["type"], data["width"], data["height"]) == (
        "1.0",
        "rich",
        400,
        530,
    )
    assert f'src="{SITE}{reverse("embed_game", args=[game.pk])}"' in data["html"]
    assert response["Access-Control-Allow-Origin"] == "*"
    low = client.get("/oembed/", {"url": url, "maxheight": "300"}).json()
    assert (low["width"], low["height"]) == (400, 300)
    small = client.get("/oembed/", {"url": url, "maxwidth": "300"}).json()
    assert small["width"] == 300
    assert small["height"] < data["height"]
    assert client.get("/oembed/", {"url": url, "format": "xml"}).status_code == 501


def test_the_pages_name_their_frames(game: Game, client: Client) -> None:
    puzzles = optional_url("puzzles")
    for path in filter(None, (game.get_absolute_url(), reverse("replay", args=[game.pk]), puzzles)):
        page = client.get(path).content.decode()
        found = re.search(r'type="application/json\+oembed" href="http://testserver([^"]*)"', page)
        assert found is not None, path
        assert client.get(found[1].replace("&amp;", "&")).json()["type"] == "rich"
    assert "json+oembed" not in client.get("/rules/").content.decode()


@pytest.mark.parametrize(
    "url",
    [
        *("", "/tables/1/", "http://elsewhere/tables/1/", f"{SITE}.evil/tables/1/"),
        *(f"{SITE}/rules/", f"{SITE}/tables/99999999/", f"{SITE}/tables/1/with/x/"),
        *(f"{SITE}/puzzles/99999999/", f"{SITE}/?x=/tables/1/"),
    ],
)
def test_other_links_have_no_frame(url: str, game: Game, client: Client) -> None:
    assert client.get("/oembed/", {"url": url}).status_code == 404


def test_the_page_that_shares_a_moment_has_the_code(
    game: Game, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Picture, "png", lambda picture, _zoom=1: b"")
    page = client.get(reverse("share_moment", args=[game.pk, 3])).content.decode()
    assert "&lt;iframe src=&quot;" in page
    assert f"{SITE}/overlay/games/{game.pk}/?delay=30" in page
