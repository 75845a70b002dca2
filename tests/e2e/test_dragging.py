"""Cards that are dragged to their use with a mouse, or pulled there with a finger."""

import re
from random import Random

import pytest
from playwright.sync_api import CDPSession, Locator, Page, ViewportSize, expect

from tests.e2e.conftest import NARROW, Visit, at_night
from tests.e2e.playing import click, play_turn, state, wait_for_turn
from tests.e2e.sites import Site
from tests.e2e.tables import make_table, new_people, open_tables

ON_ITS_SIDE = {"width": 740, "height": 360}


def play_until(page: Page, selector: str) -> Locator:
    """Play turns until the page shows something in one of them; return it."""
    random = Random(3)
    assert wait_for_turn(page)
    while not page.locator(selector).count():
        play_turn(page, random)
        assert wait_for_turn(page)
    return page.locator(selector).first


@pytest.mark.parametrize("verb", [*at_night("recruit", "develop"), "lead"])
def test_a_card_is_dragged_to_its_use(visit: Visit, site: Site, verb: str) -> None:
    [page] = open_tables(visit, site, "person", "greedy", answers=10)
    card = play_until(page, f"#hand a.card[data-{verb}]")
    place = page.locator(f"#{card.get_attribute(f'data-{verb}')}")
    expect(place).not_to_have_class(re.compile(r"\bdrop\b"))
    card.hover()
    page.mouse.down()
    place.hover()
    place.hover()  # the first one starts to drag
    expect(place).to_have_class(re.compile(r"\bdrop\b.*\bover\b"))
    page.mouse.up()
    expect(page.locator("#undo")).to_be_visible()
    expect(page.locator(".drop")).to_have_count(0)
    click(page, page.locator("#undo"))
    expect(page.locator("#undo")).to_have_count(0)


def test_a_card_dropped_elsewhere_is_not_used(visit: Visit, site: Site) -> None:
    [page] = open_tables(visit, site, "person", "greedy", answers=10)
    card = play_until(page, "#hand a.card[data-recruit]")
    before = state(page)
    card.drag_to(page.locator("#side-theirs"))
    expect(page.locator(".drop")).to_have_count(0)
    assert state(page) == before


TELL = """version => {
  document.dispatchEvent(new CustomEvent("told", { detail: { version } }));
}"""
"""What the socket says once the site has heard of a change: that can take 20 seconds here."""


def refresh(page: Page, site: Site) -> None:
    """Let the page fetch its table anew, as after a message of another player."""
    pk = page.locator("#table").get_attribute("data-game")
    now = site.script(f"""
from games.tables.models import Game
game = Game.objects.get(pk={pk})
Game.objects.filter(pk=game.pk).update(version=game.version + 1)
print(game.version + 1)
""")
    page.evaluate(TELL, now)
    expect(page.locator(f'#table[data-version="{now}"]')).to_be_visible()


def test_a_drag_goes_on_when_the_table_is_fetched_anew(visit: Visit, site: Site) -> None:
    [person] = new_people(site, 1)
    page = visit(person).new_page()
    page.goto(make_table(site, person, "greedy", answers=10))
    card = play_until(page, "#hand a.card[data-recruit]")
    place = page.locator(f"#{card.get_attribute('data-recruit')}")
    card.hover()
    page.mouse.down()
    place.hover()
    place.hover()
    expect(place).to_have_class(re.compile(r"\bdrop\b.*\bover\b"))
    page.wait_for_timeout(1000)  # a sentence comes after a while
    expect(page.locator(".tip")).to_be_hidden()
    refresh(page, site)
    expect(place).to_have_class(re.compile(r"\bdrop\b"))
    place.hover(position={"x": 20, "y": 20})
    page.mouse.up()
    expect(page.locator("#undo")).to_be_visible()
    expect(page.locator(".drop")).to_have_count(0)


def open_phone(visit: Visit, site: Site, viewport: ViewportSize) -> Page:
    """Return the page of a table on a phone, on which cards can be recruited."""
    [person] = new_people(site, 1)
    address = make_table(site, person, "greedy", answers=10)
    page = visit(person, viewport=viewport, has_touch=True, is_mobile=True).new_page()
    page.goto(address)
    play_until(page, "#hand a.card[data-recruit]")
    return page


@pytest.fixture
def phone_table(visit: Visit, site: Site) -> Page:
    """Return the page of a table on an upright phone, on which cards can be recruited."""
    return open_phone(visit, site, NARROW)


def touch_along(page: Page, path: list[tuple[float, float]]) -> CDPSession:
    """Move one finger along a path, as the browser hears of it; it stays on the screen."""
    touch = page.context.new_cdp_session(page)
    for index, (left, top) in enumerate(path):
        kind = "touchMove" if index else "touchStart"
        points = [{"x": left, "y": top}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    return touch


def take_away(touch: CDPSession) -> None:
    """Take the finger away."""
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def way_between(start: tuple[float, float], end: tuple[float, float]) -> list[tuple[float, float]]:
    """Return ten points from one to the other."""
    return [
        (
            start[0] + (end[0] - start[0]) * part / 9,
            start[1] + (end[1] - start[1]) * part / 9,
        )
        for part in range(10)
    ]


def middle(element: Locator) -> tuple[float, float]:
    """Return the middle of an element, in the window."""
    element.scroll_into_view_if_needed()
    box = element.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize(
    "viewport", [NARROW, *at_night(ON_ITS_SIDE)], ids=["upright", "on its side"]
)
def test_a_finger_pulls_a_card_to_its_use(visit: Visit, site: Site, viewport: ViewportSize) -> None:
    """To the board: up, or to the left on a phone on its side."""
    page = open_phone(visit, site, viewport)
    card = page.locator("#hand a.card[data-recruit]").first
    place = page.locator(f"#{card.get_attribute('data-recruit')}")
    touch = touch_along(page, way_between(middle(card), middle(place)))
    expect(page.locator(".lifted")).to_have_count(1)
    expect(place).to_have_class(re.compile(r"\bdrop\b.*\bover\b"))
    refresh(page, site)
    expect(page.locator(".lifted")).to_have_count(1)
    expect(place).to_have_class(re.compile(r"\bdrop\b"))
    take_away(touch)
    expect(page.locator("#undo")).to_be_visible()
    expect(page.locator(".lifted, .drop")).to_have_count(0)


def test_a_finger_that_lets_go_elsewhere_uses_nothing(phone_table: Page) -> None:
    page = phone_table
    before = state(page)
    card = page.locator("#hand a.card[data-recruit]").first
    take_away(touch_along(page, way_between(middle(card), middle(page.locator("#side-theirs")))))
    expect(page.locator(".lifted, .drop")).to_have_count(0)
    assert state(page) == before


def test_a_swipe_scrolls_the_hand_and_a_tap_chooses(phone_table: Page) -> None:
    page = phone_table
    hand = page.locator("#hand")
    # Four cards are whole: of six, two are out of sight.
    hand.evaluate("hand => [1, 2].map(() => hand.append(hand.lastElementChild.cloneNode(true)))")
    before = state(page)
    left, top = middle(page.locator("#hand a.card").nth(1))
    take_away(touch_along(page, way_between((left, top), (left - 150, top - 20))))
    expect(page.locator(".lifted, .drop")).to_have_count(0)
    page.wait_for_function("() => document.querySelector('#hand').scrollLeft > 20")
    assert hand.evaluate("hand => hand.scrollWidth > hand.clientWidth")
    assert state(page) == before
    page.locator("#hand a.card").nth(1).tap()
    expect(page.locator("#hand [aria-current]")).to_have_count(1)
