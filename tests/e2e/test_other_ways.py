"""Games to their end without a mouse, and without scripts."""

from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.playing import (
    ANSWERS,
    CARDS,
    CONFIRM,
    TICKS,
    changed,
    chosen,
    is_over,
    state,
    tab_to,
    wait_for_turn,
    wait_until_enabled,
)
from tests.e2e.sites import Site
from tests.e2e.tables import make_table

MOST_ANSWERS = 600
FOCUS = """() => {
  const element = document.activeElement;
  return element === document.body ? "" : element.id || element.tagName;
}"""
"""What has the focus; nothing if it is lost."""
IS_CONTROL = "() => document.activeElement.matches('button, a, summary, input')"


def name_of(element: Locator) -> str:
    """Return a selector of one control of a table: they have ids, or a value of their own."""
    if name := element.get_attribute("id"):
        return f"#{name}"
    return f'[name="action"][value="{element.get_attribute("value")}"]'


def press(page: Page, element: Locator, by_shortcut: bool) -> None:
    """Use a control by its shortcut if it has one, else by Tab and Enter."""
    wait_until_enabled(element)  # a final button takes no key too early
    before = state(page)
    key = (element.get_attribute("data-key") or "").split(" ")[0]
    # Enter belongs to the control that has the focus.
    if by_shortcut and key and not (key == "Enter" and page.evaluate(IS_CONTROL)):
        page.keyboard.press(key)
    else:
        tab_to(page, name_of(element))
        page.keyboard.press("Enter")
    changed(page, before)


def offered(page: Page, random: Random) -> Locator:
    """Return what the page offers next: to confirm, an answer, or a card."""
    if page.locator(CONFIRM).count():
        return page.locator(CONFIRM)
    answers = page.locator(ANSWERS).filter(visible=True).all()
    return chosen(answers, random) if answers else random.choice(page.locator(CARDS).all())


@pytest.mark.parametrize("most", [3, pytest.param(None, marks=pytest.mark.slow)])
def test_a_game_by_keyboard(visit: Visit, site: Site, most: int | None) -> None:
    """Shortcuts in one turn, Tab and Enter in the next; the focus is never lost.

    `most`: own turns; `None` for the whole game.
    """
    person = site.someone()
    page = visit(person).new_page()
    page.goto(make_table(site, person, "noisy"))
    wait_for_turn(page)
    tab_to(page, 'a[href="#ask"]')
    page.keyboard.press("Enter")
    expect(page.locator("#ask")).to_be_focused()
    tab_to(page, TICKS)
    page.keyboard.press("Space")
    expect(page.locator(TICKS).first).to_be_checked()
    press(page, page.locator("#answer-ticked"), by_shortcut=True)
    random = Random(12)
    turns = 0
    for _ in range(MOST_ANSWERS):
        if not wait_for_turn(page):
            break
        element = offered(page, random)
        is_end = name_of(element) == CONFIRM
        press(page, element, by_shortcut=turns % 2 == 0)
        turns += is_end
        assert page.evaluate(FOCUS), f"the focus is lost in turn {turns}"
        if turns == most:
            return
    assert is_over(page)
    assert turns > 5
    tab_to(page, '#ask a[href*="replay"]')
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator("#replay-steps")).to_be_visible()


def test_the_second_half_of_a_game_without_javascript(visit: Visit, site: Site) -> None:
    """Each step is a plain link or a plain form, until the game is over and is replayed."""
    person = site.someone()
    address = make_table(site, person, "noisy", answers=70)
    page = visit(person, java_script_enabled=False).new_page()
    page.goto(address)
    random = Random(13)
    for _ in range(MOST_ANSWERS):
        if is_over(page):
            break
        if not page.locator("#table.is-mine").count():
            page.goto(address)
            continue
        with page.expect_navigation():
            offered(page, random).click()
    expect(page.locator("#table.is-over")).to_be_visible()
    page.locator('#ask a[href*="replay"]').first.click()
    page.locator("#step-on").click()
    expect(page.locator("#replay-steps")).to_be_visible()
