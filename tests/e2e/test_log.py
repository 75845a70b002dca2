"""The log of a table: a line of symbols a turn, which opens into sentences."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.sites import Person, Site
from tests.e2e.tables import make_table, new_people
from tools.pictures.matrix import dress


@pytest.fixture(scope="module")
def table(site: Site) -> tuple[Person, Person, str]:
    """Return the players of a game in its middle, and the address of its table."""
    person, rival = new_people(site, 2)
    return person, rival, make_table(site, person, rival, answers=24)


def opened(visit: Visit, table: tuple[Person, Person, str], **options: Any) -> Page:
    """Return the page of the table of its first player."""
    person, _, address = table
    page = visit(person, **options).new_page()
    page.goto(address)
    return page


def closed_turn(page: Page) -> str:
    """Return a selector of the latest turn that isn't new."""
    turn = page.locator(".log-turn:not(.new):has(.signs)").first
    expect(turn).to_be_visible()
    return f"#{turn.get_attribute('id')}"


def is_read(turn: Locator) -> bool:
    """Return whether the sentences of a turn can be read on the screen."""
    height: float = turn.locator("ul").evaluate("list => list.getBoundingClientRect().height")
    return height > 1


def test_a_click_opens_the_line_of_symbols_into_sentences(
    visit: Visit, table: tuple[Person, Person, str]
) -> None:
    """What is new is open, and what was opened stays so when the log is swapped."""
    page = opened(visit, table)
    assert is_read(page.locator(".log-turn.new").first)
    turn = page.locator(closed_turn(page))
    expect(turn.locator("h3 .signs")).to_be_visible()
    assert not is_read(turn)
    turn.locator("h3").click(position={"x": 5, "y": 5})
    assert is_read(turn)
    page.locator("#hand a.card").first.click()
    expect(page.locator("#ask .use").first).to_be_visible()
    assert is_read(turn)
    turn.locator("h3").click(position={"x": 5, "y": 5})
    assert not is_read(turn)


def test_a_click_shows_the_whole_log(visit: Visit, table: tuple[Person, Person, str]) -> None:
    page = opened(visit, table)
    turns = page.locator("#log .log-turn")
    few = turns.count()
    page.get_by_role("link", name="The whole log").click()
    expect(page.locator("#log .log-turn h3").last).to_contain_text("Mulligan")
    assert turns.count() > few
    expect(page.get_by_role("link", name="The whole log")).to_have_count(0)


def test_focus_opens_a_turn_and_screen_readers_have_its_sentences(
    visit: Visit, table: tuple[Person, Person, str]
) -> None:
    page = opened(visit, table)
    turn = page.locator(closed_turn(page))
    assert "listitem" in turn.aria_snapshot()
    turn.get_by_role("link", name="Replay").focus()
    assert is_read(turn)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/replay/\d+/$"))


def test_without_scripts_all_sentences_are_there(
    visit: Visit, table: tuple[Person, Person, str]
) -> None:
    page = opened(visit, table, java_script_enabled=False)
    assert is_read(page.locator(closed_turn(page)))


def test_readers_of_text_have_the_sentences(
    visit: Visit, table: tuple[Person, Person, str]
) -> None:
    page = opened(visit, table)
    dress(page, "dark", "text")
    assert is_read(page.locator(closed_turn(page)))
