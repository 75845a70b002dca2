"""Puzzles in a browser: solved by mouse, touch and keys, and without scripts."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine import Game
from games.puzzles.store import starter_set
from tests.e2e.conftest import NARROW, Visit, at_night
from tests.e2e.playing import state
from tests.e2e.sites import Site
from tests.e2e.tables import make_table, new_people
from tools.pictures.matrix import TROUBLES, load_fonts

WAYS: dict[str, dict[str, Any]] = {
    "mouse": {},
    "touch": {"viewport": NARROW, "has_touch": True},
    "without scripts": {"java_script_enabled": False},
}
PUZZLE = starter_set()[0]
ADDRESS = "/puzzles/1/"
"""The first puzzle of the starter set, which a fresh site loads for its first visitor."""


def give(page: Page, action: str, way: str) -> None:
    """Give an answer as a player does: a card of the hand first, or an answer at once."""
    verb, _space, name = action.partition(" ")
    if verb in ("recruit", "develop", "lead"):
        press(page, f'#hand a[href*="card={name}"]', way)
        expect(page.locator(f"#use-{verb}")).to_be_visible()
        press(page, f"#use-{verb}", way)
    else:
        press(page, f'button[name="action"][value="{action}"]:visible', way)


def press(page: Page, selector: str, way: str) -> None:
    """Click or tap an element."""
    element = page.locator(selector).first
    if way == "touch":
        element.tap()
    else:
        element.click()


@pytest.mark.parametrize("way", ["mouse", *at_night("touch", "without scripts")])
def test_a_puzzle_is_solved(visit: Visit, way: str) -> None:
    page = visit(None, **WAYS[way]).new_page()
    page.goto("/puzzles/")
    expect(page.locator("#daily")).to_be_visible()
    page.goto(ADDRESS)
    task = page.locator("#task")
    if way != "without scripts":
        load_fonts(page)
        assert page.evaluate(TROUBLES) == []
    wrong = next(
        option
        for option in Game.from_position(PUZZLE.position).pending[0].options
        if option.startswith("lead ")
    )
    give(page, wrong, way)
    expect(task).to_have_attribute("data-verdict", "failed")
    press(page, "#try-again", way)
    expect(task).to_have_attribute("data-verdict", "open")
    for action in PUZZLE.solution:
        give(page, action, way)
    expect(task).to_have_attribute("data-verdict", "solved")
    press(page, "#next-puzzle", way)
    expect(task).to_have_attribute("data-verdict", "open")
    expect(page).not_to_have_url(re.compile(f"{ADDRESS}$"))


def test_the_board_is_as_large_as_at_a_table(visit: Visit, site: Site) -> None:
    """The task stands beside the board, where a table has its log, and hides nothing of it."""
    [person] = new_people(site, 1)
    page = visit(person, viewport={"width": 1280, "height": 720}).new_page()
    sizes = []
    for address in ("/puzzles/", ADDRESS, make_table(site, person, "noisy", answers=20)):
        page.goto(address)
        load_fonts(page)
        if page.locator("#lanes").count():
            sizes.append([page.locator(f"#{each}").bounding_box() for each in ("lanes", "hand")])
    assert sizes[0] == sizes[1]
    assert sizes[0][0] is not None


def test_the_solution_is_shown_in_words_and_on_the_board(visit: Visit) -> None:
    page = visit(None, viewport=NARROW).new_page()
    page.goto("/puzzles/")
    page.goto(ADDRESS)
    before = state(page)
    page.locator("#show-solution").click()
    expect(page.locator("#task li")).to_have_count(len(PUZZLE.solution))
    assert state(page) != before
    page.locator("#try-again").click()
    expect(page.locator("#task")).to_have_attribute("data-verdict", "open")
