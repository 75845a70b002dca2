"""The replay in a browser: keys, slider, playing by itself, motion, a phone, no scripts."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Visit, at_night
from tests.e2e.sites import Person, Site
from tests.e2e.tables import make_table, new_people
from tests.e2e.test_pages import faults
from tools.pictures.matrix import THEMES, TROUBLES, dress, load_fonts

PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def over(site: Site) -> tuple[Person, str]:
    """Return a player and the address of the replay of the player's finished game."""
    person, rival = site.someone(), site.someone()
    return person, make_table(site, person, rival, answers=5000) + "replay/"


def at(page: Page) -> int:
    """Return the number of the last move that the page shows."""
    return int(page.locator("#table").get_attribute("data-seq") or "")


def stops_of(page: Page) -> list[int]:
    """Return the numbers of the last moves of the turns, the start first, then the mulligan."""
    stops = page.get_by_role("slider", name="Turn").get_attribute("data-stops") or ""
    return [int(stop) for stop in stops.split()]


def expect_at(page: Page, address: str, seq: int) -> None:
    expect(page.locator("#table")).to_have_attribute("data-seq", str(seq))
    expect(page).to_have_url(re.compile(f"{address}{seq}/$"))


def test_keys_step_by_decision_and_by_turn(visit: Visit, over: tuple[Person, str]) -> None:
    person, address = over
    page = visit(person).new_page()
    page.goto(address)
    page.keyboard.press("ArrowRight")
    expect_at(page, address, 1)
    page.keyboard.press("PageDown")
    expect_at(page, address, 2)
    expect(page.locator(".replay-turn.current")).to_contain_text("Mulligan")
    *_, first, second = stops_of(page)[:4]
    page.keyboard.press("Shift+ArrowRight")
    expect_at(page, address, first)
    page.keyboard.press("PageDown")
    expect_at(page, address, second)
    expect(page.locator(".replay-turn.current > a")).to_contain_text("2 player")
    page.keyboard.press("ArrowLeft")
    expect_at(page, address, second - 1)
    page.keyboard.press("PageUp")
    expect_at(page, address, first if second - 1 > first else 2)
    page.keyboard.press("End")
    expect(page.locator("#step-on")).to_have_js_property("tagName", "SPAN")
    expect(page.locator("#ask .gold")).to_be_visible()
    page.keyboard.press("Home")
    expect_at(page, address, 0)
    page.keyboard.press("?")
    expect(page.locator("#legend-dialog")).to_contain_text("Page Up and Page Down by turn")


def test_the_slider_leads_to_turns_by_keys_and_by_mouse(
    visit: Visit, over: tuple[Person, str]
) -> None:
    person, address = over
    page = visit(person).new_page()
    page.goto(address)
    slider = page.get_by_role("slider", name="Turn")
    stops = stops_of(page)
    slider.focus()
    for stop in stops[1:4]:
        page.keyboard.press("ArrowRight")
        expect_at(page, address, stop)
    expect(slider).to_be_focused()
    box = slider.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_function(
        "middle => Math.abs(document.querySelector('#table').dataset.seq - middle) < 12",
        arg=stops[len(stops) // 2],
    )


def test_space_plays_by_itself_until_the_end_or_a_click(
    visit: Visit, over: tuple[Person, str]
) -> None:
    """Also with reduced motion: it steps without moving anything."""
    person, address = over
    page = visit(person).new_page()
    page.goto(f"{address}4/")
    page.keyboard.press("Space")
    play = page.get_by_role("button", name="Autoplay")
    expect(play).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("() => document.querySelector('#table').dataset.seq >= 6")
    assert not page.locator(".flights").count()
    page.keyboard.press("Space")
    expect(play).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("End")
    expect(page.locator("#step-on")).to_have_js_property("tagName", "SPAN")
    last = at(page)
    page.keyboard.press("ArrowLeft")
    expect_at(page, address, last - 1)
    play.click()
    expect_at(page, address, last)
    expect(play).to_have_attribute("aria-pressed", "false")


def test_a_step_forward_moves_as_at_the_table(visit: Visit, over: tuple[Person, str]) -> None:
    """A step back and a jump show the moment at once."""
    person, address = over
    page = visit(person, reduced_motion="no-preference").new_page()
    page.goto(f"{address}2/")
    page.evaluate(
        """() => new MutationObserver(() => {
          if (document.querySelector(".flights")) document.body.dataset.flew = "yes";
        }).observe(document.body, { childList: true })"""
    )
    page.keyboard.press("PageDown")
    expect(page.locator("body")).to_have_attribute("data-flew", "yes")
    page.evaluate("delete document.body.dataset.flew")
    page.keyboard.press("Home")
    expect_at(page, address, 0)
    page.keyboard.press("End")
    expect(page.locator("#step-on")).to_have_js_property("tagName", "SPAN")
    assert page.locator("body").get_attribute("data-flew") is None


def test_the_list_shows_its_turn_when_the_window_turns(
    visit: Visit, over: tuple[Person, str]
) -> None:
    """The list of a phone on its side is low: of a higher decision, the beginning is in sight."""
    person, address = over
    page = visit(person, viewport={"width": 1280, "height": 900}).new_page()
    page.goto(f"{address}40/")
    for width, height in ((740, 360), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("""() => {
            const list = document.getElementById("replay-turns");
            const [seen, turn] = [list, list.querySelector(".replay-decisions .current")]
                .map((one) => one.getBoundingClientRect());
            const isHigher = turn.height > seen.height;
            return turn.top >= seen.top - 1
                && (isHigher ? turn.top <= seen.top + 1 : turn.bottom <= seen.bottom + 1);
        }""")


def test_the_list_the_views_and_the_link(visit: Visit, over: tuple[Person, str]) -> None:
    person, address = over
    context = visit(person)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"{address}2/")
    page.get_by_role("link", name=re.compile("^4 player")).click()
    expect(page.locator(".replay-turn.current > a")).to_contain_text("4 player")
    page.get_by_role("link", name="Decision 1").click()
    expect(page.locator(".replay-decisions .current .decision-link")).to_have_text("1")
    page.get_by_role("navigation", name="Whose cards are shown").get_by_role("link").nth(2).click()
    expect(page.locator(".replay-hand.theirs")).to_contain_text("closed card")
    expect(page).to_have_url(re.compile(r"\?seat=1$"))
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    moment = page.url
    page.get_by_role("link", name="Share").click()
    expect(page.get_by_role("img", name=re.compile("Mercury: "))).to_be_visible()
    expect(page.get_by_label("Link", exact=True)).to_have_value(moment)
    expect(page.get_by_role("link", name="Back to the replay")).to_have_attribute(
        "href", re.compile(r"\?seat=1$")
    )
    page.wait_for_function("() => document.querySelector('.share-picture img').naturalWidth > 0")


def test_symbols_of_turns_are_drawn_when_they_come_into_sight(
    visit: Visit, over: tuple[Person, str]
) -> None:
    person, address = over
    page = visit(person, viewport=PHONE).new_page()
    page.goto(address)
    turns = page.locator(".replay-turn:has(.turn-signs)")
    last = turns.last
    expect(last.locator("noscript")).to_have_count(1)
    expect(last.locator(".signs")).to_have_count(0)
    last.scroll_into_view_if_needed()
    expect(last.locator(".signs")).to_be_visible()
    last.get_by_role("link").first.click()  # it changes in a swap
    expect(last).to_have_class(re.compile("current"))
    expect(last.locator(".signs")).to_be_visible()
    expect(last.locator("noscript")).to_have_count(0)


def test_it_works_without_scripts(visit: Visit, over: tuple[Person, str]) -> None:
    person, address = over
    page = visit(person, java_script_enabled=False).new_page()
    page.goto(address)
    page.locator("#step-turn-on").click()
    expect(page).to_have_url(re.compile(f"{address}2/$"))
    page.locator("#step-on").click()
    expect(page).to_have_url(re.compile(f"{address}3/$"))
    page.get_by_role("button", name="Go", exact=True).click()
    expect(page.locator(".replay-turn.current > a")).to_contain_text("1 player")
    expect(page.locator(".turn-signs .signs").last).to_be_visible()


@pytest.mark.parametrize("size", [*at_night(((1280, 720),)), (390, 844)])
def test_nothing_is_cut_off(visit: Visit, over: tuple[Person, str], size: tuple[int, int]) -> None:
    """On a phone the board, the last move and the steps are on the first screen."""
    person, address = over
    window = {"width": size[0], "height": size[1]}
    page = visit(person, viewport=window, has_touch=size == (390, 844)).new_page()
    for seq in (0, 20, 40):
        page.goto(f"{address}{seq}/")
        load_fonts(page)
        for theme in THEMES:
            dress(page, theme, "icons")
            assert page.evaluate(TROUBLES) == []
        for part in (".lanes", "#ask", "#replay-steps", ".side.mine"):
            box = page.locator(part).bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= size[1] + 1, part


def test_the_steps_stay_above_the_sites_bar(visit: Visit, over: tuple[Person, str]) -> None:
    """On a low phone, where they stick to its lower edge."""
    person, address = over
    page = visit(person, viewport={"width": 360, "height": 560}, has_touch=True).new_page()
    page.goto(f"{address}20/")
    steps, bar = (page.locator(one).bounding_box() for one in ("#replay-steps", ".bottom-bar"))
    assert steps is not None
    assert bar is not None
    assert steps["y"] + steps["height"] <= bar["y"] + 1


def test_four_open_hands_fit_a_small_screen(visit: Visit, site: Site) -> None:
    people = new_people(site, 4)
    address = make_table(site, *people, answers=5000) + "replay/"
    page = visit(people[0], viewport={"width": 1280, "height": 720}).new_page()
    for seq in (4, 60, 100):
        page.goto(f"{address}{seq}/")
        hands = page.locator("#hand")
        expect(hands.locator(".replay-hand:has(.mini)")).to_have_count(4)
        load_fonts(page)
        assert hands.evaluate("hands => hands.scrollHeight - hands.clientHeight") == 0
        assert page.evaluate(TROUBLES) == []


def test_axe_finds_no_fault_in_sharing(visit: Visit, over: tuple[Person, str]) -> None:
    """The end of the game with its share box open, and the page that shares a moment."""
    person, address = over
    page = visit(person).new_page()
    page.goto(address.removesuffix("replay/"))
    page.get_by_text("Share", exact=True).click()
    expect(page.get_by_label("The result as text")).to_be_visible()
    assert faults(page) == []
    page.goto(f"{address}20/share/")
    for theme in THEMES:
        dress(page, theme, "icons")
        assert faults(page) == [], theme
