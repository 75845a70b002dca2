"""Find a game, in real browsers: live on a phone and a desk, and over days with a table."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NARROW, WIDE, Visit, at_night
from tests.e2e.sites import Person, Site

TABLE = re.compile(r"/tables/\d+/$")
PHONE = {"viewport": NARROW, "has_touch": True, "is_mobile": True}


def look(visit: Visit, person: Person, pace: str, **options: Any) -> Page:
    """Return the page of a player who has pressed the button, on their way from home."""
    page = visit(person, **options).new_page()
    page.goto("/")
    ways = page.get_by_role("link", name=re.compile(r"^Find( a game)?$"))
    ways.filter(visible=True).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Find a game")
    choice = page.locator(f'[name="pace"][value="{pace}"]')
    if not choice.is_visible():
        page.get_by_text("More paces").click()
    choice.check()
    with page.expect_navigation():
        page.get_by_role("button", name="Find a game").click()
    return page


def test_a_phone_and_a_desk_find_each_other_live(visit: Visit, site: Site) -> None:
    """The one who waits is taken to the table by the page alone."""
    one, two = site.someone(), site.someone()
    waiting = look(visit, one, "live-10", **PHONE)
    expect(waiting.get_by_role("heading", name="Looking for your opponent")).to_be_visible()
    coming = look(visit, two, "live-10", viewport=WIDE)
    expect(coming).to_have_url(TABLE)
    expect(waiting).to_have_url(coming.url)
    for page, other in ((waiting, two), (coming, one)):
        expect(page.locator("#table.is-mine")).to_be_visible()
        expect(page.locator("#table")).to_contain_text(other.name)


def test_a_search_over_days_opens_a_table_that_a_third_takes(visit: Visit, site: Site) -> None:
    """A player who searches plays the one who sits down, and the search is over."""
    one, third = site.someone(), site.someone()
    page = look(visit, one, "days-14")
    expect(page.get_by_role("heading", name="My searches")).to_be_visible()
    page.get_by_role("link", name="table in the lobby").click()
    expect(page).to_have_url(TABLE)
    number = re.findall(r"/tables/(\d+)/", page.url)[0]
    lobby = visit(third, **PHONE).new_page()
    lobby.goto("/lobby/")
    lobby.locator(f'form[action$="/tables/{number}/join/"] button').click()
    expect(lobby).to_have_url(TABLE)
    expect(page.locator("#table.is-mine")).to_be_visible()
    page.goto("/find/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Find a game")
    expect(page.get_by_role("heading", name="My searches")).to_have_count(0)


@pytest.mark.parametrize("javascript", [*at_night(True), False], ids=["with scripts", "without"])
def test_stopping_and_waiting_by_hand(visit: Visit, site: Site, javascript: bool) -> None:
    """Without scripts a button says that one is there, and leads to the table."""
    one, two = site.someone(), site.someone()
    pace = "live-15" if javascript else "live-3"
    page = look(visit, one, pace, java_script_enabled=javascript)
    page.get_by_role("button", name="Stop looking").click()
    expect(page.locator("#live")).to_have_count(0)
    page.locator(f'[name="pace"][value="{pace}"]').check()
    page.get_by_role("button", name="Find a game").click()
    expect(page.get_by_role("heading", name="Looking for your opponent")).to_be_visible()
    here = page.get_by_role("button", name="Keep looking")
    if javascript:
        expect(here).to_have_count(0)
    look(visit, two, pace)
    if not javascript:
        here.click()
    expect(page).to_have_url(TABLE)
