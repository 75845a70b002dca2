"""Nothing moves by itself: while a page loads, and at a table, where the board keeps its place."""

from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NARROW, WIDE, Visit, at_night
from tests.e2e.playing import CONFIRM, act, click, wait_for_turn
from tests.e2e.sites import Site
from tests.e2e.tables import make_table, new_people

WATCH = """
window.shifts = [];
new PerformanceObserver(list => {
  const name = node => {
    const element = node?.closest ? node : node?.parentElement;
    const around = element?.closest("[id]");
    return `${around?.id} ${element?.className?.baseVal ?? element?.className}`;
  };
  for (const { sources, hadRecentInput } of list.getEntries()) {
    if (!hadRecentInput) window.shifts.push(...sources.map(({ node }) => name(node)));
  }
}).observe({ type: "layout-shift", buffered: true });
"""
"""Notes what has moved, and neither by a transform nor right after an input."""
SETTLED = """async () => {
  await document.fonts.ready;
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  return window.shifts;
}"""
PLACES = """() => Object.fromEntries(
  [...document.querySelectorAll("#bar, #side-theirs, #lanes, #tech, #side-mine, #hand, .top nav a")]
    .filter(place => place.offsetWidth)
    .map(place => {
      const { left, top, width, height } = place.getBoundingClientRect();
      const isLink = place.localName === "a"; // the width of a link is that of its words
      return [place.id || place.pathname, isLink ? [left, top] : [left, top, width, height]];
    }))"""
"""Where the parts of the table lie that never move, and the links above it."""
MOVE = """
from engine import Chance
from engine.bots import BOTS
from games.tables.models import Game, Seat
from games.tables.services.play import engine_game, submit_actions
while True:
    game = Game.objects.get(pk={pk})
    seat = Seat.objects.filter(game=game, asked=True, user__username={name!r}).first()
    if seat is None:
        break
    view = engine_game(game).view(seat.number)
    submit_actions(seat.user, game.pk, [BOTS["noisy"](view, Chance("shifts"))], game.seq)
print(game.version)
"""
"""Play a turn for a player; print the version of the table after it."""
TELL = """version => {
  document.dispatchEvent(new CustomEvent("told", { detail: { version } }));
}"""
"""What the socket says once the site has heard of the move: that can take 20 seconds here."""

WIN = """count => {
  const disc = '<svg class="disc-won mars"><use href="#planet-mars" /></svg>';
  const badge = '<span class="leader gold"><svg class="icon"></svg></span>';
  const goods = document.querySelector("#side-theirs .goods");
  for (const figure of goods.querySelectorAll(".good b")) figure.textContent = "24";
  goods.querySelector(".leader")?.remove();
  goods.querySelector(".discs-won").insertAdjacentHTML("beforebegin", badge);
  goods.querySelector(".discs-won").innerHTML = disc.repeat(count);
}"""
"""Give the opponents the badge, some discs and figures of two digits."""

IN_TWO_PARTS = """async html => {
  const painted = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
  const half = html.indexOf("</a>", html.indexOf('class="bottom-bar"'));
  document.open();
  document.write(html.slice(0, half));
  await painted();
  await painted();
  document.write(html.slice(half));
  document.close();
}"""
"""A page of which the second half comes late: after the first link of the bar at the bottom."""


@pytest.mark.parametrize("size", [*at_night(WIDE), NARROW], ids=["wide", "narrow"])
def test_nothing_moves_while_a_page_loads(visit: Visit, site: Site, size: dict[str, int]) -> None:
    """But the turns of a replay, whose symbols are drawn when they come into sight."""
    person = site.someone()
    table = make_table(site, person, "noisy", answers=24)
    over = make_table(site, person, "greedy", answers=10_000)
    page = visit(person, viewport=size).new_page()
    page.add_init_script(WATCH)
    moved = []
    for address in ("/", "/lobby/", table, f"{over}replay/", f"{over}replay/20/"):
        page.goto(address)
        shifts = page.evaluate(SETTLED)
        moved += [(address, name) for name in shifts if not name.startswith("replay-turn")]
    assert moved == []


def test_the_bar_at_the_bottom_appears_in_one_piece(visit: Visit, site: Site) -> None:
    """A link that comes later would move those before it."""
    page = visit(site.someone(), viewport=NARROW).new_page()
    page.add_init_script(WATCH)
    page.goto("/lobby/")
    page.evaluate(SETTLED)
    page.evaluate(IN_TWO_PARTS, page.request.get("/lobby/").text())
    expect(page.locator(".bottom-bar a")).to_have_count(5)
    expect(page.locator(".bottom-bar")).to_be_visible()
    assert page.evaluate(SETTLED) == []


def test_the_header_of_a_table_is_hidden_on_a_phone_from_the_start(
    visit: Visit, site: Site
) -> None:
    """Before the table and the bar at the bottom, which takes its place, have arrived."""
    person = site.someone()
    page = visit(person, viewport=NARROW).new_page()
    page.goto(make_table(site, person, "noisy", answers=24))
    page.locator("#table, .bottom-bar").evaluate_all("parts => parts.forEach(one => one.remove())")
    expect(page.locator("header.top")).to_be_hidden()


def test_the_board_keeps_its_place_in_a_turn(visit: Visit, site: Site) -> None:
    """From the choice of a card to the opponent's move: only question and log share their room."""
    people = new_people(site, 2)
    address = make_table(site, *people, answers=24)
    page = visit(people[0]).new_page()
    page.goto(address)
    wait_for_turn(page)
    page.evaluate(SETTLED.replace("window.shifts", "null"))
    before = page.evaluate(PLACES)
    assert len(before) > 8
    click(page, page.locator("#hand a.card").first)
    assert page.evaluate(PLACES) == before
    random = Random(1)
    while not page.locator(CONFIRM).count():
        act(page, random)
        assert page.evaluate(PLACES) == before
    click(page, page.locator(CONFIRM))
    assert page.evaluate(PLACES) == before
    hear_of_a_turn(page, site, people[1].name)
    assert page.evaluate(PLACES) == before


@pytest.mark.parametrize("width", [360, *at_night(390)])
def test_the_planets_keep_their_place_however_much_a_side_wins(
    visit: Visit, site: Site, width: int
) -> None:
    """On a phone the row of what a side has takes seven discs: they slide one over the other."""
    people = new_people(site, 2)
    page = visit(people[0], viewport={"width": width, "height": 740}).new_page()
    page.goto(make_table(site, *people, answers=24))
    page.evaluate(SETTLED.replace("window.shifts", "null"))
    page.evaluate(WIN, 2)
    before = page.evaluate(PLACES)
    page.evaluate(WIN, 7)
    assert page.evaluate(PLACES) == before
    discs, ways = page.locator("#side-theirs .disc-won"), page.locator("#side-theirs .victories")
    places = [disc.bounding_box() for disc in (discs.first, discs.last, ways)]
    first, last, victories = (place for place in places if place is not None)
    assert last["x"] - first["x"] > 30
    assert first["width"] == last["width"] == 20
    assert last["x"] + last["width"] <= victories["x"]


def hear_of_a_turn(page: Page, site: Site, name: str) -> None:
    """Let another player take a turn, and the page hear of it."""
    pk = page.locator("#table").get_attribute("data-game")
    version = site.script(MOVE.format(pk=pk, name=name))
    page.evaluate(TELL, version)
    expect(page.locator(f'#table[data-version="{version}"]')).to_be_visible()


def test_a_shift_is_noticed(visit: Visit) -> None:
    """A text that pushes the page down does not pass."""
    page = visit().new_page()
    page.add_init_script(WATCH)
    page.goto("/lobby/")
    assert page.evaluate(SETTLED) == []
    page.evaluate(
        "document.querySelector('main').insertAdjacentHTML('afterbegin', '<h1>late</h1>')"
    )
    page.wait_for_function("() => window.shifts.length")
