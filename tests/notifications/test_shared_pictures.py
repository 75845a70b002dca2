"""Pictures and records of games: drawn once, with addresses that never change their content."""

import re
from typing import Any

import pytest
from django.core.cache import cache, caches
from django.test import Client
from django.urls import reverse

from accounts.models import User
from common import made_once
from games.notifications import png_process
from games.notifications.views import pictures
from games.tables.models import Game
from games.tables.selectors import seen
from tests.support.factories import finished_game, player

pytestmark = [pytest.mark.django_db, pytest.mark.draws]


@pytest.fixture
def game(ben: User) -> Game:
    """A finished game."""
    return finished_game(player("carl"), ben)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The moments that were drawn."""
    moments: list[int] = []
    draw = pictures._at

    def note(table: Any, seq: int, eyes: int | None) -> Any:
        moments.append(seq)
        return draw(table, seq, eyes)

    monkeypatch.setattr(pictures, "_at", note)
    return moments


def named(page: bytes, kind: str) -> str:
    """Return the address of a picture that a page gives."""
    found = re.search(rf'href="([^"]*picture\.{kind}\?v=[^"]*)"', page.decode())
    assert found is not None
    return found[1]


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_picture_is_drawn_once(kind: str, game: Game, drawn: list[int]) -> None:
    address = reverse(f"moment_{kind}", args=[game.pk, 7])
    first = Client().get(address)
    assert [Client().get(address).content for _visitor in range(3)] == [first.content] * 3
    assert Client().get(address, {"anything": "else"}).content == first.content
    assert drawn == [7]
    assert (first.status_code, first["Cache-Control"]) == (200, "public, max-age=60")
    headers = {"if-none-match": first["ETag"]}
    caches["drawn"].clear()
    again = Client().get(address, headers=headers)
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert drawn == [7]


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_the_address_on_a_page_never_changes_its_content(
    kind: str, game: Game, ben: User, client: Client
) -> None:
    """What a signed-in user gets may come with cookies, so no proxy keeps it."""
    visitor = Client()
    address = named(visitor.get(reverse("share_moment", args=[game.pk, 7])).content, kind)
    answer = visitor.get(address)
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer["Vary"]
    client.force_login(player("eve"))
    own = client.get(reverse("share_moment", args=[game.pk, 7]))
    assert client.get(named(own.content, kind))["Cache-Control"] == (
        "private, max-age=31536000, immutable"
    )
    # What the picture shows has changed: the page names another one, the old address is a guess.
    ben.username = "benjamin"
    ben.save()
    later = visitor.get(address)
    assert later["ETag"] != answer["ETag"]
    assert later["Cache-Control"] == "public, max-age=60"
    assert named(visitor.get(reverse("share_moment", args=[game.pk, 7])).content, kind) != address


def test_a_png_is_drawn_by_a_process_of_its_own(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the web process every other request would wait for it. It counts for its household."""
    table = seen(None, game.pk)
    svg = pictures._at(table, 7, None).svg
    expected = pictures._at(table, 7, None).png(pictures.ZOOM)
    assert png_process.draw(svg, pictures.ZOOM) == expected

    def refuse(*_given: object, **_more: object) -> None:
        raise AssertionError("drawn here")

    monkeypatch.setattr("resvg_py.svg_to_bytes", refuse)
    assert Client().get(reverse("moment_png", args=[game.pk, 7])).content == expected
    assert cache.get("making:127.0.0.1") > 20  # milliseconds, most of them of the process


def test_each_language_and_side_has_a_picture_of_its_own(game: Game) -> None:
    address = reverse("moment_svg", args=[game.pk, 7])
    tags = {
        Client().get(address, {"seat": seat}, headers={"accept-language": language})["ETag"]
        for seat in ("0", "1")
        for language in ("en", "fr", "de")
    }
    assert len(tags) == 6


def test_a_private_table_has_no_public_picture(ben: User) -> None:
    private = finished_game(ben, "noisy", public=False)
    address = reverse("moment_svg_by_link", args=[private.pk, private.token, 7])
    assert Client().get(address)["Cache-Control"] == "private, max-age=60"
    assert Client().get(reverse("moment_svg", args=[private.pk, 7])).status_code == 404


def test_a_record_is_written_once(game: Game) -> None:
    address = reverse("record", args=[game.pk])
    first = Client().get(address)
    assert first["Content-Type"] == "application/json"
    assert first.json()["setup"]
    assert caches["drawn"].get(first["ETag"].strip('"')) == first.content
    again = Client().get(address, headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304
    Game.objects.update(version=game.version + 1)  # it was annulled, for instance
    changed = Client().get(address, headers={"if-none-match": first["ETag"]})
    assert changed.status_code == 200


def test_visitors_have_a_moment_of_the_replay_made_once(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, headers = reverse("replay_at", args=[game.pk, 7]), {"HX-Request": "true"}
    first = Client().get(address, {"a": 1}, headers=headers)
    monkeypatch.setattr(made_once, "MOST_A_MINUTE", 0)
    assert Client().get(address, {"a": 2}, headers=headers).content == first.content
    assert Client().get(address).status_code == 200
    in_french = headers | {"accept-language": "fr"}
    assert Client().get(address, headers=in_french).status_code == 429
    whole = Client()
    whole.force_login(player("eve"))
    assert whole.get(address, headers=headers).status_code == 200


def test_who_asks_for_too_much_is_told_when_to_come_back(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = reverse("moment_svg", args=[game.pk, 7])
    Client().get(kept)
    monkeypatch.setattr(made_once, "MOST_A_MINUTE", 0)
    assert Client().get(kept).status_code == 200
    refused = Client().get(reverse("moment_svg", args=[game.pk, 8]))
    assert (refused.status_code, refused["Retry-After"]) == (429, "60")
    assert "That is a lot from your network at once." in refused.content.decode()
