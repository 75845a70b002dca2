"""Motion: the latest moves are played on the board, and nothing of it stays."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.e2e.conftest import NARROW, WIDE, Visit
from tests.e2e.sites import Site
from tests.e2e.tables import make_table, new_people
from tests.pictures.matrix import WINDOWS

FLIGHTS = ".flights"
WATCH = """
window.performances = 0;
window.shifts = 0;
new MutationObserver(records => {
  const added = records.flatMap(({addedNodes}) => [...addedNodes]);
  window.performances += added.filter(node => node.className === "flights").length;
}).observe(document, {childList: true, subtree: true});
"""
"""Counts how often something has been played."""
TELL = """version => {
  document.dispatchEvent(new CustomEvent("told", { detail: { version } }));
}"""
"""What the socket says once the site has heard of the move: that can take 20 seconds here."""
FLYING_CARDS = """() => {
  const layer = document.createElement("div");
  layer.innerHTML = '<div class="flights"><div class="flight"></div></div>';
  const icon = document.querySelector(".player .cards .icon").cloneNode(true);
  layer.querySelector(".flight").append(icon);
  document.body.append(layer);
  const { height } = icon.getBoundingClientRect();
  layer.remove();
  return height;
}"""
"""The height of the symbol of drawn cards in flight, in pixels."""
BOARD = """() => ["lanes", "side-theirs", "side-mine", "tech", "hand"].map(
  id => document.getElementById(id).outerHTML).join("")"""


def performances(page: Page, count: int) -> None:
    """Wait until so many recaps have begun since the page was loaded."""
    page.wait_for_function("count => window.performances === count", arg=count)


def pace(page: Page, rate: float) -> CDPSession:
    """Let animations of a page run at a rate; 0 stops them. Return the session that keeps it."""
    session = page.context.new_cdp_session(page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": rate})
    return session


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_what_happened_is_played_and_can_be_skipped(
    visit: Visit, site: Site, artefacts: Path, size: dict[str, int]
) -> None:
    people = new_people(site, 2)
    address = make_table(site, *people, answers=24)
    page = visit(people[0], viewport=size, reduced_motion="no-preference").new_page()
    page.add_init_script(WATCH)
    page.goto(address)
    performances(page, 1)
    expect(page.locator(FLIGHTS)).to_have_count(0)
    board = page.evaluate(BOARD)

    page.evaluate("""() => new PerformanceObserver(list => {
      for (const {value} of list.getEntries()) window.shifts += value;
    }).observe({type: "layout-shift"})""")
    again = page.locator("[data-play-moves]").filter(visible=True)
    again.focus()
    page.keyboard.press("Enter")
    performances(page, 2)
    expect(page.locator(FLIGHTS)).to_have_count(0)
    assert page.evaluate(BOARD) == board
    expect(again).to_be_focused()
    assert page.evaluate("window.shifts") == 0

    session = pace(page, 0)
    skips: list[Callable[[], Any]] = [
        lambda: page.keyboard.press("Escape"),
        lambda: page.locator("#ask").click(),
    ]
    for number, skip in enumerate(skips, 3):
        again.focus()
        page.keyboard.press("Enter")
        performances(page, number)
        expect(page.locator(FLIGHTS)).to_have_count(1)
        if number == 3:
            page.screenshot(path=artefacts / f"motion-{size['width']}.png")
        skip()
        expect(page.locator(FLIGHTS)).to_have_count(0)
    assert page.evaluate(BOARD) == board
    session.detach()

    assert "playing" not in (page.locator("body").get_attribute("class") or "")
    page.reload()  # everything has been seen
    expect(page.locator("#table")).to_be_visible()
    expect(again).to_be_enabled()
    page.evaluate("document.fonts.ready")
    assert page.evaluate("window.performances") == 0
    # A copy has lost the rules that size the symbol where it lies.
    assert 12 <= page.evaluate(FLYING_CARDS) <= 40


def test_a_move_of_another_player_is_played(visit: Visit, site: Site) -> None:
    """When the fragment with it arrives."""
    people = new_people(site, 2)
    address = make_table(site, *people, answers=12)
    page = visit(people[1], reduced_motion="no-preference").new_page()
    page.add_init_script(WATCH)
    page.goto(address)
    page.evaluate("document.fonts.ready")
    version = page.locator("#table").get_attribute("data-version")
    site.script(f"""
from engine import Chance
from engine.bots import BOTS
from games.tables.models import Game, Seat
from games.tables.services.play import engine_game, submit_actions
game = Game.objects.get(pk={address.strip("/").split("/")[-1]})
seat = Seat.objects.get(game=game, asked=True)
view = engine_game(game).view(seat.number)
submit_actions(seat.user, game.pk, [BOTS["noisy"](view, Chance("motion"))], game.seq)
""")
    page.evaluate(TELL, int(version or 0) + 1)
    expect(page.locator(f'#table:not([data-version="{version}"])')).to_be_visible()
    performances(page, 1)
    expect(page.locator(FLIGHTS)).to_have_count(0)


LENGTH = "document.querySelector('.flights')?.getAnimations()[0].effect.getTiming().duration ?? 0"
"""The milliseconds for which the page plays what it plays now."""
NEWER = """count => {
  const moments = document.getElementById("moments");
  const known = JSON.parse(moments.textContent);
  const newer = Array.from({ length: count }, (_, number) => (
    { ...known[number % known.length], move: known.at(-1).move + 1 + Math.floor(number / 2) }
  ));
  moments.textContent = JSON.stringify(newer);
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""Gives the page so many new moments, two a move, as if its tab came to the front after them."""


def test_a_swap_in_the_middle_neither_repeats_nor_prolongs_the_motion(
    visit: Visit, site: Site
) -> None:
    people = new_people(site, 2)
    address = make_table(site, *people, answers=24)
    page = visit(people[0], reduced_motion="no-preference").new_page()
    page.add_init_script(WATCH)
    page.goto(address)
    performances(page, 1)
    expect(page.locator(FLIGHTS)).to_have_count(0)

    session = pace(page, 0)
    page.evaluate(NEWER, 20)
    performances(page, 2)
    whole = page.evaluate(LENGTH)
    assert 2500 <= whole < 3000
    middle = whole * 0.725  # in the 15th moment, the first one of its move
    page.evaluate(
        "at => { document.querySelector('.flights').getAnimations()[0].currentTime = at; }", middle
    )
    page.wait_for_timeout(500)  # the course is looked at every 60 ms
    version = site.script(f"""
from games.tables.models import Game
game = Game.objects.get(pk={address.strip("/").split("/")[-1]})
Game.objects.filter(pk=game.pk).update(version=game.version + 1)
print(game.version + 1)
""")
    page.evaluate(TELL, version)
    performances(page, 3)
    assert page.evaluate(LENGTH) == pytest.approx(whole - middle, rel=0.01)
    assert page.evaluate(LENGTH) / 5 >= 120
    session.detach()


TITLE_MEETS = """() => {
  const layer = document.createElement("div");
  layer.innerHTML = '<div class="flights"><p class="away">While you were away</p></div>';
  document.body.append(layer);
  const title = layer.querySelector(".away").getBoundingClientRect();
  const meets = ["side-theirs", "side-mine", "lanes", "tech", "hand"].filter((id) => {
    const { left, right, top, bottom } = document.getElementById(id).getBoundingClientRect();
    return left < title.right && right > title.left && top < title.bottom && bottom > title.top;
  });
  layer.remove();
  return title.top < 0 ? ["above the window"] : meets;
}"""
"""The places of a table that the title of a recap covers."""


def test_the_title_of_a_recap_covers_nothing_that_moves(visit: Visit, site: Site) -> None:
    people = new_people(site, 2)
    page = visit(people[0]).new_page()
    page.goto(make_table(site, *people, answers=24))
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(TITLE_MEETS) == [], (width, height)


def test_reduced_motion_plays_nothing(visit: Visit, site: Site) -> None:
    people = new_people(site, 2)
    page = visit(people[0]).new_page()
    page.add_init_script(WATCH)
    page.goto(make_table(site, *people, answers=24))
    expect(page.locator("#moments")).to_be_attached()
    page.evaluate("document.fonts.ready")
    expect(page.locator("[data-play-moves]").filter(visible=True)).to_have_count(0)
    assert page.evaluate("window.performances") == 0
