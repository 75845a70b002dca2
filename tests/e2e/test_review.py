"""Reviews and hints in a browser, at a desk and on a phone: chart, better turn, a try."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Visit, at_night
from tests.e2e.sites import Site
from tests.e2e.tables import make_table, new_people

DESK = {"width": 1280, "height": 720}
PHONE = {"width": 390, "height": 844}


@pytest.mark.slow
@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_from_the_end_of_a_game_to_a_try(visit: Visit, site: Site, viewport: Any) -> None:
    """The review of a game against a bot comes by itself, without a reload."""
    [person] = new_people(site, 1)
    table = make_table(site, person, "noisy", answers=14)
    page = visit(person, viewport=viewport).new_page()
    page.goto(table)
    page.evaluate("window.isSamePage = true")
    page.locator("#more > summary").click()
    page.locator("#resign > summary").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.locator(".end-course .course")).to_be_visible()
    marked = page.locator(".end-course .review-chart")
    expect(marked).to_be_visible()
    assert page.evaluate("window.isSamePage")
    marked.locator(".key-turns a").first.click()
    expect(page.locator(".review-turns > li:target")).to_be_visible()
    better = page.locator("details[open] .review-better")
    better.get_by_role("link", name="Show this turn on the board").first.click()
    expect(page.locator("#better-turn")).to_be_visible()
    expect(page.locator(".mini.better, .ghost").first).to_be_visible()
    page.get_by_role("link", name="Hide the better turn").click()
    expect(page.locator("#better-turn")).to_have_count(0)
    page.get_by_role("link", name="Try from here").click()
    page.get_by_role("button", name="Play").click()
    expect(page).to_have_url(re.compile(r"/tables/\d+/$"))
    expect(page.locator("#table")).to_be_visible()


@pytest.mark.parametrize("viewport", [*at_night(DESK), PHONE], ids=["desk", "phone"])
def test_a_hint_tells_more_with_each_click(visit: Visit, site: Site, viewport: Any) -> None:
    """It is counted, also after a reload, and no page is wider than the screen."""
    [person] = new_people(site, 1)
    page = visit(person, viewport=viewport).new_page()
    page.goto(make_table(site, person, "noisy", answers=40, pace=None))
    hint = page.locator("#hint")
    expect(hint.locator("p")).to_have_count(0)
    hint.get_by_role("button", name="Give me a hint").click()
    expect(hint).to_contain_text("Look at this card:")
    expect(hint).to_contain_text("1 hint used")
    hint.get_by_role("button", name="Show the turn").click()
    expect(hint).to_contain_text("The engine would play this:")
    expect(hint).to_contain_text("2 hints used")
    width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert width <= 0
    again = page.reload()
    assert again is not None
    assert again.ok
    expect(hint).to_contain_text("2 hints used")
