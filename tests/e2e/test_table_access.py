"""The table in every window: effects in sight, text to be read, targets to be hit, focus led on."""

from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Visit, at_night
from tests.e2e.playing import wait_for_turn
from tests.e2e.sites import Person, Site
from tests.e2e.tables import make_table, new_people
from tools.pictures.matrix import load_fonts

WINDOWS = [(1280, 720), (1440, 900), (1024, 768), (390, 844)]
LOCALES = ["en-GB", "fr-FR", "de-DE"]

TROUBLES = """() => {
  const shown = (one) => {
    const { width, height } = one.getBoundingClientRect();
    return width > 1 && height > 1 && one.checkVisibility({ visibilityProperty: true })
      && !one.closest(".hidden-text, [popover]");
  };
  const all = (what) => [...document.querySelectorAll(`#table ${what}`)].filter(shown);
  const name = (one) => `${one.id || one.className} "${one.textContent.trim().slice(0, 30)}"`;
  const box = (one) => one.getBoundingClientRect();
  const meet = (one, other) => {
    const [a, b] = [box(one), box(other)];
    return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  };
  const troubles = [];
  for (const one of all("*")) {
    const says = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const size = parseFloat(getComputedStyle(one).fontSize);
    if (says && size < 12) troubles.push(`${size}px: ${name(one)}`);
  }
  for (const one of all(":is(.token, .level-number, .pile)")) {
    if (Math.min(box(one).width, box(one).height) < 23.5) troubles.push(`small: ${name(one)}`);
  }
  for (const one of all(":is(.side, .tech, .bar, .victories li)")) {
    if (one.scrollWidth > one.clientWidth + 1) troubles.push(`too wide: ${name(one)}`);
  }
  for (const track of document.querySelectorAll(".tech-track:has(.next)")) {
    const effect = track.querySelector(".next .level-says");
    if (shown(track) && !shown(effect)) troubles.push(`no effect: ${name(track)}`);
  }
  const texts = all(":is(.tech h2, .level-says, .tech-foot, .goods, .victories, .player)");
  const others = [...texts, ...all(".tech .token")];
  for (const one of texts) {
    for (const other of others) {
      if (one !== other && meet(one, other)) troubles.push(`${name(one)} under ${name(other)}`);
    }
  }
  return troubles;
}"""
"""What can't be read or hit on the table that is open."""


@pytest.fixture(scope="module")
def tables(site: Site) -> tuple[Person, list[str]]:
    """Return a player and three tables: with a clock, for four, at its end."""
    people = new_people(site, 4)
    two = people[:2]
    return people[0], [
        make_table(site, *two, answers=40),
        make_table(site, *people, answers=60),
        make_table(site, *two, answers=100_000),
    ]


@pytest.mark.parametrize(
    ("locale", "window"),
    [
        *product(("de-DE",), WINDOWS[::3]),
        *at_night(*product(("de-DE",), WINDOWS[1:3])),
        *at_night(*product(("en-GB", "fr-FR"), WINDOWS)),
    ],
)
def test_what_stands_on_the_table_can_be_read_and_hit(
    visit: Visit, tables: Any, locale: str, window: tuple[int, int]
) -> None:
    """In German, which has the longest words; every night in all languages and windows."""
    person, addresses = tables
    width, height = window
    page = visit(person, viewport={"width": width, "height": height}, locale=locale).new_page()
    for address in addresses:
        page.goto(address)
        expect(page.locator("#table")).to_be_visible()
        load_fonts(page)
        assert page.evaluate(TROUBLES) == [], address


def opened(visit: Visit, site: Site, answers: int) -> Page:
    """Return the page of a player whose turn it is."""
    people = new_people(site, 2)
    page = visit(people[0]).new_page()
    page.goto(make_table(site, *people, answers=answers))
    wait_for_turn(page)
    return page


def test_a_chosen_card_leads_the_focus_to_the_question(visit: Visit, site: Site) -> None:
    page = opened(visit, site, 12)
    page.locator("#hand a.card").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#ask .ask-card")).to_be_visible()
    expect(page.locator("#ask")).to_be_focused()


def test_a_skip_link_leads_to_the_question(visit: Visit, site: Site) -> None:
    page = opened(visit, site, 12)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the question")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#ask")).to_be_focused()


def test_a_card_of_the_mulligan_is_announced_once(visit: Visit, site: Site) -> None:
    page = opened(visit, site, 0)
    hand = page.locator("#hand")
    name = hand.locator(".card-name").first.inner_text()
    tree = hand.aria_snapshot()
    assert tree.count(name) == 1, tree
    expect(hand.get_by_role("checkbox", name=name)).to_have_count(1)
