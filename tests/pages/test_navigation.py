"""The tabs of *Ranked* and the links to a game are those that the apps declare."""

import re
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from common.navigation import StartLink, Tab, ranked_tabs, start_links
from common.templatetags.navigation import area

pytestmark = pytest.mark.django_db

APPS = list(Path(settings.BASE_DIR).glob("games/*/apps.py"))
NAMES = [tab.url for tab in ranked_tabs()]


def tabs(client: Client, name: str) -> tuple[list[str], list[str]]:
    """Return the paths of a page's tabs, and of those that are marked as the current ones."""
    page = client.get(reverse(name)).content.decode()
    nav = re.search(r'<nav class="tabs ranked".*?</nav>', page, re.DOTALL)
    assert nav is not None
    return re.findall(r'href="(.*?)"', nav[0]), re.findall(r'href="(.*?)"\s+aria-cur', nav[0])


@pytest.mark.parametrize("name", NAMES)
def test_each_ranked_page_has_all_tabs_and_marks_its_own(client: Client, name: str) -> None:
    declared = [reverse(tab.url) for tab in ranked_tabs()]
    assert tabs(client, name) == (declared, [reverse(name)])
    apps_with_tabs = [path.parent.name for path in APPS if "ranked_tab =" in path.read_text()]
    assert len(declared) == len(apps_with_tabs) > 0


def test_a_subject_adds_a_tab_by_declaring_it(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert area("lobby/") == ""
    config = apps.get_app_config("tables")
    monkeypatch.setattr(config, "ranked_tab", Tab("lobby", "Lobby"), raising=False)
    assert next(tab.url for tab in ranked_tabs()) == "lobby"
    assert tabs(client, "leaderboard")[0][0] == reverse("lobby")
    assert area("lobby/") == "ranked"


@pytest.mark.parametrize("rest", ["", "<int:pk>/"])
@pytest.mark.parametrize("name", NAMES)
def test_the_header_marks_ranked_on_the_pages_below_a_tab(name: str, rest: str) -> None:
    assert area(reverse(name).removeprefix("/") + rest) == "ranked"


@pytest.mark.parametrize("route", [None, "", "lobby/", "ladders/"])
def test_the_header_does_not_mark_ranked_elsewhere(route: str | None) -> None:
    assert area(route) == ""


@pytest.mark.parametrize("name", ["home", "lobby", "new_table", "symbols"])
def test_pages_link_to_each_declared_way_to_a_game(
    client: Client, ada: User, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """In header and bottom bar of every page, and as a button where players look for a game."""

    def links(path: str) -> int:
        return client.get(reverse(name)).content.decode().count(f'href="{path}"')

    expected = 1 if name == "symbols" else 2
    declared = [reverse(link.url) for link in start_links()]
    assert [links(path) for path in declared] == [expected + 1] * len(declared)
    for other in apps.get_app_configs():
        monkeypatch.setattr(other, "start_link", None, raising=False)
    config = apps.get_app_config("ratings")
    link = StartLink("leaderboard", "Play the first", "The first of the list plays you.")
    monkeypatch.setattr(config, "start_link", link, raising=False)
    page = client.get(reverse(name)).content.decode()
    assert [links(path) for path in declared] == [0] * len(declared)
    assert page.count("Play the first") == expected
    assert ("The first of the list plays you." in page) == (name == "new_table")
