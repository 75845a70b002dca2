"""What a link to the site looks like elsewhere, and what search engines are told."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from common.indexing import SECTIONS, is_indexed, plain_pages
from games.tables.models import Game
from tests.support.factories import finished_game, guest, player, running_game, table

pytestmark = pytest.mark.django_db
SITE = "http://testserver"


@pytest.fixture(autouse=True)
def _site(settings: Any) -> None:
    """Links begin with the address of the site."""
    settings.SITE_URL = SITE


def head(client: Client, path: str, **headers: str) -> dict[str, str]:
    """Return what the head of a page says, by name; its title and links too."""
    response = client.get(path, headers=headers)
    assert response.status_code == 200, path
    page = response.content.decode()
    page = page[: page.index("</head>")]
    pairs = re.findall(r'<meta\s+(?:property|name)="([^"]+)"\s+content="([^"]*)"', page)
    pairs += re.findall(r'<link\s+rel="(canonical)"\s+href="([^"]*)"', page)
    pairs += re.findall(r'<link\s+rel="alternate"\s+hreflang="([^"]*)"\s+href="([^"]*)"', page)
    pairs += re.findall(r"<(title)>(.*?)</title>", page, re.DOTALL)
    return {name: unescape(value).strip() for name, value in pairs}


@pytest.fixture
def game() -> Game:
    """A game that is over."""
    return finished_game(player("ada"), player("bob"))


def test_a_table_has_a_card_with_title_sentence_and_picture(game: Game, client: Client) -> None:
    card = head(client, game.get_absolute_url())
    assert card["og:title"] == f"Game {game.pk}"
    assert card["title"] == f"Game {game.pk} · Zenith"
    assert "ada" in card["og:description"]
    assert "bob" in card["og:description"]
    assert card["og:description"] == card["description"]
    assert card["og:image"] == SITE + reverse("latest_png", args=[game.pk])
    assert card["canonical"] == card["og:url"] == SITE + game.get_absolute_url()


def test_a_replay_has_the_picture_of_its_moment(game: Game, client: Client) -> None:
    card = head(client, reverse("replay_at", args=[game.pk, 4]))
    assert card["og:image"] == SITE + reverse("moment_png", args=[game.pk, 4])
    assert "canonical" not in card


def test_profiles_have_pictures_of_their_own(client: Client) -> None:
    ada = player("ada")
    card = head(client, reverse("profile", args=[ada.username]))
    assert card["og:title"] == "ada"
    picture = client.get(card["og:image"].removeprefix(SITE))
    assert picture["Content-Type"] == "image/png"
    assert picture.content.startswith(b"\x89PNG")


def test_puzzles_have_pictures_of_their_own(client: Client) -> None:
    puzzle = pytest.importorskip("games.puzzles.daily").puzzle_of(timezone.now().date())
    card = head(client, puzzle.get_absolute_url())
    picture = client.get(card["og:image"].removeprefix(SITE))
    assert picture.content.startswith(b"\x89PNG")


def test_quotes_and_signs_in_a_text_stay_in_their_attribute(client: Client) -> None:
    ada = player("ada")
    User.objects.filter(pk=ada.pk).update(username='a"<b>&')
    page = client.get("/players/a%22%3Cb%3E&/").content.decode()
    assert '<meta property="og:title" content="a&quot;&lt;b&gt;&amp;">' in page


# --- what must not be said ---


def test_signed_in_users_get_no_card(game: Game, client: Client) -> None:
    client.force_login(User.objects.get(username="ada"))
    card = head(client, game.get_absolute_url())
    assert not [name for name in card if name.startswith("og:")]


def test_a_private_table_has_neither_card_nor_canonical_address(client: Client) -> None:
    private = running_game(player("ada"), player("bob"), answers=3, public=False)
    missing = client.get(private.get_absolute_url())
    assert missing.status_code == 404
    assert b"og:" not in missing.content
    assert b"canonical" not in missing.content
    assert b"ada" not in missing.content


def test_a_page_with_a_secret_address_is_not_for_search_engines(client: Client) -> None:
    private = running_game(player("ada"), player("bob"), answers=3, public=False)
    card = head(client, reverse("invitation", args=[private.pk, private.token]))
    assert card["robots"] == "noindex"
    assert "canonical" not in card
    assert card["og:image"] == SITE + reverse(
        "latest_png_by_link", args=[private.pk, private.token]
    )


def test_nothing_of_it_sets_a_cookie(game: Game) -> None:
    paths = ["/sitemap.xml", "/sitemap-pages.xml", "/favicon.ico", "/?lang=fr", "/symbols/?lang=de"]
    for path in (*paths, f"{game.get_absolute_url()}?lang=fr", "/players/ada/picture.png"):
        client = Client()
        assert client.get(path).status_code == 200, path
        assert not client.cookies, path


# --- languages ---


def test_the_address_names_the_language_for_visitors(client: Client) -> None:
    page = client.get("/symbols/?lang=fr", headers={"accept-language": "de"}).content.decode()
    assert 'lang="fr"' in page
    card = head(client, "/symbols/?lang=fr", **{"accept-language": "de"})
    assert card["canonical"] == f"{SITE}/symbols/?lang=fr"
    assert {code: card[code] for code in ("en", "fr", "de", "x-default")} == {
        "en": f"{SITE}/symbols/?lang=en",
        "fr": f"{SITE}/symbols/?lang=fr",
        "de": f"{SITE}/symbols/?lang=de",
        "x-default": f"{SITE}/symbols/",
    }


@pytest.mark.parametrize("query", ["lang=xx", "lang=", "lang=fr-CA", "lang=../x"])
def test_another_language_is_ignored(query: str, client: Client) -> None:
    card = head(client, f"/symbols/?{query}", **{"accept-language": "de"})
    assert card["canonical"] == f"{SITE}/symbols/"
    assert card["og:title"] == "Symbole"


def test_the_canonical_address_has_no_other_query(client: Client) -> None:
    card = head(client, "/leaderboard/?page=2&lang=fr&pool=live")
    assert card["canonical"] == f"{SITE}/leaderboard/?lang=fr"


def test_users_read_their_own_language(client: Client) -> None:
    client.force_login(player("ada", language="de"))
    assert 'lang="de"' in client.get("/symbols/?lang=fr").content.decode()
    ben = player("ben")
    client.force_login(ben)
    client.get("/symbols/?lang=fr", headers={"accept-language": "en"})
    ben.refresh_from_db()
    assert ben.last_language == "en"


def test_a_page_stays_in_its_language_when_it_fetches_itself(game: Game, client: Client) -> None:
    asked = {"hx-request": "true", "hx-current-url": f"{SITE}{game.get_absolute_url()}?lang=fr"}
    answer = client.get(game.get_absolute_url(), headers=asked)
    assert f"Partie {game.pk}" in answer.content.decode()


def test_a_language_chosen_in_the_footer_replaces_that_of_the_address(client: Client) -> None:
    page = client.get("/leaderboard/?lang=fr&pool=live").content.decode()
    assert 'name="next" value="/leaderboard/?pool=live"' in page


# --- the sitemap ---


def listed(client: Client, section: str) -> list[str]:
    """Return the paths in a file of the sitemap."""
    text = client.get(f"/sitemap-{section}.xml").content.decode()
    return [address.removeprefix(SITE) for address in re.findall(r"<loc>([^<]*)</loc>", text)]


def test_the_sitemap_lists_every_section(client: Client) -> None:
    files = client.get("/sitemap.xml").content.decode()
    assert len(re.findall("<loc>", files)) == len(SECTIONS)
    assert f"Sitemap: {SITE}/sitemap.xml" in client.get("/robots.txt").content.decode()
    assert set(listed(client, "pages")) == {reverse(name) for name in plain_pages()}
    assert client.get("/sitemap-nothing.xml").status_code == 404
    assert client.get("/sitemap-pages.xml?p=99").status_code == 404


def test_every_plain_page_in_it_answers_a_visitor(client: Client) -> None:
    for path in listed(client, "pages"):
        card = head(client, path)
        assert card["canonical"] == SITE + path
        assert path == "/" or card["description"] != head(client, "/")["description"], path


def test_hidden_tables_are_not_in_it(game: Game, client: Client) -> None:
    ada, bob = User.objects.get(username="ada"), User.objects.get(username="bob")
    private = finished_game(ada, bob, public=False)
    sealed = finished_game(ada, bob, sealed=True)
    running = running_game(ada, bob, answers=3)
    still_open = table(ada, None)
    assert listed(client, "table") == [game.get_absolute_url()]
    for other in (private, sealed, running, still_open):
        assert not is_indexed("table", {"game": other})
    for shown in (sealed, running, still_open):
        assert "canonical" not in head(client, shown.get_absolute_url())


def test_players_are_listed_from_a_number_of_rated_games_on(client: Client) -> None:
    ada, bob, visitor = player("ada"), player("bob"), guest()
    ada.ratings.create(pool="live", games=15)
    bob.ratings.create(pool="live", games=14)
    assert listed(client, "profile") == ["/players/ada/"]
    assert [is_indexed("profile", {"player": user}) for user in (ada, bob, visitor)] == [
        True,
        False,
        False,
    ]


def test_the_sitemap_is_on_the_host_of_the_site(client: Client) -> None:
    text = client.get("/sitemap-pages.xml", headers={"host": "localhost"}).content.decode()
    assert f"<loc>{SITE}/symbols/</loc>" in text


# --- the game for search engines, well-known addresses ---


def test_the_landing_page_says_what_the_site_is(client: Client) -> None:
    page = client.get("/").content.decode()
    found = re.search(r'<script type="application/ld\+json">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    assert json.loads(found[1])["isBasedOn"]["name"] == "Zenith"
    assert "ld+json" not in client.get("/symbols/").content.decode()


def test_the_icon_and_the_form_for_passwords_are_at_their_usual_places(client: Client) -> None:
    icon = client.get("/favicon.ico")
    assert icon["Content-Type"] == "image/x-icon"
    assert icon.content.startswith(b"\x00\x00\x01\x00")
    response = client.get("/.well-known/change-password")
    assert (response.status_code, response["Location"]) == (302, "/accounts/password/change/")


def test_security_txt_names_the_contact_if_there_is_one(client: Client, settings: Any) -> None:
    assert client.get("/.well-known/security.txt").status_code == 404
    settings.SECURITY_CONTACT = "mailto:security@example.org"
    text = client.get("/.well-known/security.txt").content.decode()
    assert text.startswith("Contact: mailto:security@example.org\n")
    assert re.search(r"^Expires: \d{4}-\d\d-\d\dT00:00:00Z$", text, re.MULTILINE)
    assert f"Canonical: {SITE}/.well-known/security.txt" in text
