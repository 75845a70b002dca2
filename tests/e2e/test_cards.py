"""Cards that open over the table: where they come from, and that they stay."""

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import NARROW, Visit
from tests.e2e.playing import changed, play_turn, state, wait_for_one
from tests.e2e.sites import Site
from tests.e2e.tables import make_table, new_people

OPEN = "#cards [popover]:popover-open"
PHONE = {"width": 390, "height": 844}
WITHOUT_POPOVERS = """
const names = ["showPopover", "hidePopover", "togglePopover", "popover"];
for (const name of names) delete HTMLElement.prototype[name];
const { supports } = CSS;
CSS.supports = (...what) => !what.join().includes("popover") && supports.call(CSS, ...what);
const { querySelector } = Document.prototype;
Document.prototype.querySelector = function (selector) {
  if (selector.includes(":popover-open")) throw new SyntaxError(selector);
  return querySelector.call(this, selector);
};
"""


def test_a_card_the_page_has_not_yet_is_fetched(visit: Visit, site: Site) -> None:
    """Fragments bring none: a card that came after the page opens all the same, and only once."""
    [person] = new_people(site, 1)
    page = visit(person).new_page()
    page.goto(make_table(site, person, "noisy", answers=20))
    page.locator("#cards").evaluate("cards => cards.replaceChildren()")
    opener = page.locator("#log .agent-name").first
    name = opener.inner_text()
    for _ in range(2):
        opener.click()
        expect(page.locator(OPEN)).to_have_attribute("aria-label", name)
        expect(page.locator(f"{OPEN} .card-text")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(OPEN)).to_have_count(0)
    expect(page.locator("#cards [popover]")).to_have_count(1)


def test_the_portrait_of_an_opened_card_is_drawn(visit: Visit, site: Site) -> None:
    """It comes into the page by a script, not by a swap."""
    [person] = new_people(site, 1)
    page = visit(person).new_page()
    page.goto(make_table(site, person, "noisy", answers=20))
    page.locator("#log .agent-name").first.click()
    expect(page.locator(f"{OPEN} svg.portrait > *").first).to_be_attached()


def test_a_browser_without_popovers_still_plays(visit: Visit, site: Site) -> None:
    """It says that it is too old, and no key and no name throws (`visit` looks for errors)."""
    [person] = new_people(site, 1)
    context = visit(person)
    context.add_init_script(WITHOUT_POPOVERS)
    page = context.new_page()
    page.goto(make_table(site, person, "noisy", answers=20))
    expect(page.locator(".too-old")).to_be_hidden()  # its style sheet knows popovers
    page.keyboard.press("1")
    expect(page.locator("#hand [aria-current]")).to_have_count(1)
    page.keyboard.press("Tab")
    with page.expect_navigation():
        page.locator("#log .agent-name").first.click()


def test_a_card_of_the_page_opens_without_a_request(visit: Visit, site: Site) -> None:
    """With scripts the page's cards are text until they are opened; without, they are elements."""
    [person] = new_people(site, 1)
    address = make_table(site, person, "noisy", answers=20)
    page = visit(person).new_page()
    page.goto(address)
    expect(page.locator("#cards [popover]")).to_have_count(0)
    page.route("**/*agent=*", lambda route: route.abort())
    opener = page.locator("#log .agent-name").first
    name = opener.inner_text()
    opener.click()
    expect(page.locator(OPEN)).to_have_attribute("aria-label", name)
    expect(page.locator(f"{OPEN} .card-text")).to_be_visible()

    plain = visit(person, java_script_enabled=False).new_page()
    plain.goto(address)
    plain.locator("#lanes [popovertarget^=agent-]").first.click()
    expect(plain.locator(f"{OPEN} .card-text")).to_be_visible()


def test_an_open_card_stays_open_when_the_table_changes(visit: Visit, site: Site) -> None:
    """A reader is not interrupted by a move."""
    people = new_people(site, 2)
    address = make_table(site, *people, answers=20)
    pages = [visit(person).new_page() for person in people]
    for page in pages:
        page.goto(address)
    mover = wait_for_one(pages)
    reader = pages[1 - pages.index(mover)]
    reader.locator("#log .agent-name").first.click()
    expect(reader.locator(OPEN)).to_be_visible()
    seen = state(reader)
    play_turn(mover, Random(11))
    changed(reader, seen)
    expect(reader.locator(OPEN)).to_be_visible()


def test_whatever_opens_is_closed_by_its_button_by_escape_and_outside(
    visit: Visit, site: Site
) -> None:
    [person] = new_people(site, 1)
    page = visit(person, reduced_motion="reduce").new_page()
    page.goto(make_table(site, person, "noisy", answers=30))
    opened = page.locator("[popover]:not(.tip):popover-open")
    ways: tuple[Callable[[], None], ...] = (
        lambda: opened.get_by_role("button", name="Close").click(),
        lambda: page.keyboard.press("Escape"),
        lambda: page.mouse.click(2, 400),
    )
    kinds = ("agent-", "bar-uncounted", "column-", "discard-pile", "tech-", "token-", "ways-")
    for kind in kinds:
        opener = page.locator(f"#table [popovertarget^='{kind}']:not(.pop-close)")
        opener = opener.locator("visible=true").first
        for close in ways:
            opener.click()
            expect(opened).to_have_count(1)
            close()
            expect(opened).to_have_count(0)


@pytest.mark.parametrize("menu", [False, True], ids=["foot", "menu"])
def test_a_phone_opens_the_discard_pile_and_the_line_bonuses(
    visit: Visit, site: Site, menu: bool
) -> None:
    """At the foot of the technologies, or from the menu where that has no room."""
    [person] = new_people(site, 1)
    page = visit(
        person, has_touch=True, is_mobile=True, viewport=NARROW if menu else PHONE
    ).new_page()
    page.goto(make_table(site, person, "noisy", answers=30))
    for name, words in (("discard-pile", "Discard pile"), ("line-bonuses-says", "Line bonuses")):
        if menu:  # it closes by a tap elsewhere
            page.locator("#more > summary").tap()
        page.locator(f"[popovertarget={name}]:not(.pop-close)").locator("visible=true").tap()
        box = page.locator(f"#{name}")
        expect(box.get_by_role("heading", name=words)).to_be_visible()
        box.get_by_role("button", name="Close").tap()
        expect(box).to_be_hidden()
