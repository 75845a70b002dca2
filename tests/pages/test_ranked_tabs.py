"""The tabs of *Ranked* are those that the apps declare."""

import re

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from accounts.navigation import Tab
from games.pages.templatetags.pages import area, ranked_tabs

pytestmark = pytest.mark.django_db

NAMES = ["leaderboard", "ladder", "seasons", "tournaments"]


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
    assert {reverse(each) for each in NAMES} <= set(declared)


def test_a_subject_adds_a_tab_by_declaring_it(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert area("lobby/") == ""
    config = apps.get_app_config("tables")
    monkeypatch.setattr(config, "ranked_tab", Tab("lobby", "Lobby"), raising=False)
    assert next(tab.url for tab in ranked_tabs()) == "lobby"
    assert tabs(client, "ladder")[0][0] == reverse("lobby")
    assert area("lobby/") == "ranked"


@pytest.mark.parametrize("route", ["ladder/<str:pool>/", "seasons/", "tournaments/<int:pk>/"])
def test_the_header_marks_ranked_on_the_pages_below_a_tab(route: str) -> None:
    assert area(route) == "ranked"


@pytest.mark.parametrize("route", [None, "", "lobby/", "ladders/"])
def test_the_header_does_not_mark_ranked_elsewhere(route: str | None) -> None:
    assert area(route) == ""
