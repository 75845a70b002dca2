"""Motion: the latest moves are played on the board, and nothing of it stays."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from engine import events as e
from engine.agents import AGENTS
from games.tables.page.motion import event_steps
from tests.e2e.conftest import NARROW, WIDE, Visit, at_night, take_picture
from tests.e2e.sites import Site
from tests.e2e.tables import make_table, new_people
from tools.pictures.matrix import WINDOWS

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


def answer(site: Site, address: str) -> None:
    """Answer for the seat that has to."""
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


def performances(page: Page, count: int) -> None:
    """Wait until so many recaps have begun since the page was loaded."""
    page.wait_for_function("count => window.performances === count", arg=count)


def pace(page: Page, rate: float) -> CDPSession:
    """Let animations of a page run at a rate; 0 stops them. Return the session that keeps it."""
    session = page.context.new_cdp_session(page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": rate})
    return session


@pytest.mark.parametrize("size", [*at_night(WIDE), NARROW], ids=["wide", "narrow"])
def test_what_happened_is_played_and_can_be_skipped(
    visit: Visit, site: Site, size: dict[str, int]
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
            take_picture(page, f"motion-{size['width']}")
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
    answer(site, address)
    page.evaluate(TELL, int(version or 0) + 1)
    expect(page.locator(f'#table:not([data-version="{version}"])')).to_be_visible()
    performances(page, 1)
    expect(page.locator(FLIGHTS)).to_have_count(0)


LENGTH = "document.querySelector('.flights')?.getAnimations()[0].effect.getTiming().duration ?? 0"
"""The milliseconds for which the page plays what it plays now."""
AT = "document.querySelector('.flights').getAnimations()[0].currentTime"
"""How many of them are over."""
GO_TO = """at => {
  const isPlayed = animation => animation.constructor === Animation;
  for (const one of document.getAnimations().filter(isPlayed)) one.currentTime = at;
}"""
"""Shows what is played at a time."""
NEWER = """([count, turns]) => {
  const moments = document.getElementById("moments");
  const known = JSON.parse(moments.textContent);
  const newer = Array.from({ length: count }, (_, number) => (
    {
      ...known[number % known.length],
      move: known.at(-1).move + 1 + Math.floor(number / 2),
      turn: Math.floor(number * turns / count),
    }
  ));
  moments.textContent = JSON.stringify(newer);
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""Gives the page so many new moments, two a move, in so many turns, as if its tab came to the front
after them."""


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
    page.evaluate(NEWER, [20, 1])
    performances(page, 2)
    whole = page.evaluate(LENGTH)
    assert 2500 <= whole < 3000
    middle = whole * 0.725
    page.evaluate(GO_TO, middle)
    page.wait_for_timeout(500)  # the course is looked at every 60 ms
    version = site.script(f"""
from games.tables.models import Game
game = Game.objects.get(pk={address.strip("/").split("/")[-1]})
Game.objects.filter(pk=game.pk).update(version=game.version + 1)
print(game.version + 1)
""")
    page.evaluate(TELL, version)
    performances(page, 3)
    assert page.evaluate(LENGTH) - page.evaluate(AT) == pytest.approx(whole - middle, rel=0.01)
    assert 0 < page.evaluate(AT) < 500  # of the moment that was interrupted
    session.detach()


def test_the_time_belongs_to_a_turn_and_a_press_goes_to_the_next(visit: Visit, site: Site) -> None:
    """Three bots of a game for four have nine seconds; a second press skips all."""
    people = new_people(site, 2)
    page = visit(people[0], reduced_motion="no-preference").new_page()
    page.add_init_script(WATCH)
    page.goto(make_table(site, *people, answers=24))
    performances(page, 1)
    page.keyboard.press("Escape")
    expect(page.locator(FLIGHTS)).to_have_count(0)
    session = pace(page, 0)
    presses: list[Callable[[], Any]] = [
        lambda: page.keyboard.press("Escape"),
        lambda: page.locator("#bar").click(),
    ]
    for number, press in enumerate(presses, 2):
        page.evaluate(NEWER, [60, 3])
        performances(page, number)
        whole = page.evaluate(LENGTH)
        assert 8500 <= whole < 9000
        page.evaluate(GO_TO, whole / 2)  # in the second turn
        press()
        assert page.evaluate(AT) == pytest.approx(whole * 2 / 3, rel=0.01)
        assert page.evaluate("window.performances") == number
        press()
        expect(page.locator(FLIGHTS)).to_have_count(0)
    session.detach()


def test_a_press_on_an_answer_skips_all(visit: Visit, site: Site) -> None:
    people = new_people(site, 2)
    page = visit(people[0], reduced_motion="no-preference").new_page()
    page.add_init_script(WATCH)
    page.goto(make_table(site, *people, answers=24))
    performances(page, 1)
    page.keyboard.press("Escape")
    session = pace(page, 0)
    page.evaluate(NEWER, [60, 3])
    performances(page, 2)
    page.locator("#hand a.card").first.click()
    expect(page.locator(FLIGHTS)).to_have_count(0)
    expect(page.locator("#ask .uses-list")).to_be_visible()
    assert page.evaluate("window.performances") == 2
    session.detach()


def test_the_speed_is_a_preference(visit: Visit, site: Site) -> None:
    people = new_people(site, 2)
    address = make_table(site, *people, answers=24)
    lengths = {}
    for speed in ("calm", "", "fast", "off"):
        site.script(f"""
from accounts.models import User
from games.tables.models import Seat
User.objects.filter(username={people[0].name!r}).update(motion_speed={speed!r})
Seat.objects.filter(user__username={people[0].name!r}).update(seen_seq=0)
""")
        page = visit(people[0], reduced_motion="no-preference").new_page()
        page.add_init_script(WATCH)
        session = pace(page, 0)
        page.goto(address)
        if speed == "off":
            page.evaluate("document.fonts.ready")
            expect(page.locator("[data-play-moves]").filter(visible=True)).to_have_count(0)
            assert page.evaluate("window.performances") == 0
        else:
            performances(page, 1)
            lengths[speed] = page.evaluate(LENGTH)
        session.detach()
    assert lengths["calm"] == pytest.approx(lengths[""] * 1.6)
    assert lengths["fast"] == pytest.approx(lengths[""] * 0.5)


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


RECORD = """
window.flown = [];
const place = ({ transform }) => transform.match(/-?[\\d.]+px/g).slice(0, 2).map(parseFloat);
new MutationObserver(records => {
  const added = records.flatMap(({addedNodes}) => [...addedNodes]);
  for (const layer of added.filter(node => node.className === "flights")) {
    for (const flight of layer.querySelectorAll(".flight")) {
      const frames = flight.getAnimations()[0].effect.getKeyframes();
      const seen = frames.filter(({ opacity }) => Number(opacity) > 0);
      const appears = frames.some(({ transform }) => transform.includes("scale(0.3)"));
      window.flown.push({
        thing: flight.dataset.thing, text: (flight.querySelector("b") ?? flight).textContent,
        from: appears ? null : place(seen[0]), to: place(frames.at(-1)),
      });
    }
  }
}).observe(document, {childList: true, subtree: true});
"""
"""Notes what flies, what is written on it, and where it begins and ends."""
CENTRES = """selectors => Object.fromEntries(selectors.map(selector => {
  const { left, top, width, height } = document.querySelector(selector).getBoundingClientRect();
  return [selector, width && height ? [left + width / 2, top + height / 2] : null];
}))"""
GIVE = """steps => {
  window.given = (window.given ?? 9000) + 1;
  const moments = [{ move: window.given, turn: 1, steps }];
  document.getElementById("moments").textContent = JSON.stringify(moments);
  window.flown = [];
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""Gives the page the steps of a new move, as if its tab came to the front after it."""

MENU, HAND, OTHERS = "#more > summary", "#hand", "#side-theirs .player .cards"
SIDE, TRACK = "#side-theirs .goods", "#tech-robot h2"


def flights_of(page: Page, event: e.Event) -> list[tuple[str, str, str | None, str | None]]:
    """Let the page of seat 0 play an event; return what flies: thing, text, from where to where.

    A place is one of the selectors above, or `None` for another one.
    """
    page.evaluate(GIVE, event_steps(event, 0))
    page.wait_for_function("() => window.flown.length")
    flown = page.evaluate("window.flown")
    columns = [f"#column-{whose}-mars" for whose in ("mine", "theirs")]
    strips = [f"{column} .strip.first" for column in columns if page.locator(column).count()]
    selectors = [MENU, HAND, OTHERS, SIDE, TRACK, *columns]
    selectors += [strip for strip in strips if page.locator(strip).count()]
    centres = page.evaluate(CENTRES, selectors)
    page.keyboard.press("Escape")
    expect(page.locator(FLIGHTS)).to_have_count(0)

    def named(place: list[float] | None) -> str | None:
        return next(
            (
                selector.removesuffix(" .strip.first")
                for selector, centre in centres.items()
                if place and centre and place == pytest.approx(centre, abs=1)
            ),
            None,
        )

    return [(one["thing"], one["text"], named(one["from"]), named(one["to"])) for one in flown]


@pytest.mark.parametrize(
    "size", [NARROW, *at_night({"width": 844, "height": 390})], ids=["upright", "on its side"]
)
def test_on_a_phone_cards_fly_to_and_from_the_menu(
    visit: Visit, site: Site, size: dict[str, int]
) -> None:
    """It has no place for the deck and the discard pile; of a technology it has the heading."""
    people = new_people(site, 2)
    page = visit(people[0], viewport=size, reduced_motion="no-preference").new_page()
    page.add_init_script(WATCH)
    page.add_init_script(RECORD)
    page.goto(make_table(site, *people, answers=24))
    performances(page, 1)
    expect(page.locator(FLIGHTS)).to_have_count(0)
    session = pace(page, 0)
    name, mine, theirs = "Don Dune", "#column-mine-mars", "#column-theirs-mars"
    for event, flights in [
        (e.AgentExiled(1, 0, "don-dune", "mars"), [("agent", name, mine, MENU)]),
        (e.CardsDiscarded(1, ("don-dune",)), [("agent", name, OTHERS, MENU)]),
        (e.LeadershipTaken(1, "don-dune", "human"), [("agent", name, OTHERS, MENU)]),
        (e.AgentMobilized(1, "don-dune", "mars"), [("agent", name, MENU, theirs)]),
        (e.CardsDrawn(1, 2, None), [("cards", "2", MENU, OTHERS)]),
        (e.CardsDrawn(0, 1, None), [("cards", "", MENU, HAND)]),
        (e.TokenGained(1, "credits-3", None), [("token", "✦", MENU, SIDE)]),
        (
            e.TechnologyDeveloped(1, 1, "robot", 3, 2, "don-dune"),
            [("agent", name, OTHERS, MENU), ("level", "3", SIDE, TRACK)],
        ),
    ]:
        assert flights_of(page, event) == flights, event
    session.detach()


CARD = """() => {
  const card = document.querySelector(".flight");
  const [place, board] = [card, document.getElementById("lanes")].map(
    (element) => element.getBoundingClientRect());
  const { x, y, width, height } = place;
  const [above, below] = [Math.max(0, board.top), Math.min(innerHeight, board.bottom)];
  return {
    isCentral: Math.hypot(
      x + width / 2 - (board.left + board.right) / 2, y + height / 2 - (above + below) / 2) < 2,
    isInWindow: x >= 0 && y >= 0 && x + width <= innerWidth && y + height <= innerHeight,
    width,
    texts: [...card.querySelectorAll("b, small")].map(({ textContent }) => textContent),
    isDrawn: card.querySelector(".portrait").childElementCount > 0,
  };
}"""
"""The first card that flies."""


@pytest.mark.parametrize("size", [*at_night(WIDE), NARROW], ids=["wide", "narrow"])
def test_a_card_that_another_player_plays_is_in_the_centre_for_600_ms(
    visit: Visit, site: Site, size: dict[str, int]
) -> None:
    """Its portrait with its name and use; then it flies to its column."""
    people = new_people(site, 2)
    page = visit(people[0], viewport=size, reduced_motion="no-preference").new_page()
    page.add_init_script(WATCH)
    page.goto(make_table(site, *people, answers=24))
    performances(page, 1)
    page.keyboard.press("Escape")
    session = pace(page, 0)
    event = e.AgentRecruited(1, "don-dune", "mars", 3)
    page.evaluate(GIVE, event_steps(event, 0))
    performances(page, 2)
    cards = []
    for at in (0, 161, 759, 1099):
        page.evaluate(GO_TO, at)
        page.wait_for_function("() => document.querySelector('.flight .portrait > *')")
        cards.append(page.evaluate(CARD))
        take_picture(page, f"motion-card-{size['width']}-{at}")
    assert [card["isCentral"] for card in cards] == [False, True, True, False]
    assert all(card["texts"] == ["Don Dune", "Recruit on Mars"] for card in cards)
    assert all(card["isDrawn"] and card["isInWindow"] for card in cards[1:3])
    assert cards[1]["width"] == cards[2]["width"] > 1.5 * cards[3]["width"]
    session.detach()


def test_in_a_question_a_level_flies_to_its_row_or_appears_at_its_side(
    visit: Visit, site: Site
) -> None:
    """Symbols and sentences of the uses together need the room of the technologies."""
    people = new_people(site, 2)
    page = visit(people[0], viewport=NARROW, reduced_motion="no-preference").new_page()
    page.add_init_script(WATCH)
    page.add_init_script(RECORD)
    address = make_table(site, *people, answers=24)
    page.goto(address)
    performances(page, 1)
    page.keyboard.press("Escape")
    page.locator("#hand a.card").first.click()
    expect(page.locator("#ask .uses-list")).to_be_visible()
    session = pace(page, 0)
    event = e.TechnologyDeveloped(1, 1, "robot", 3, 2, "don-dune")
    card = ("agent", "Don Dune", OTHERS, MENU)
    assert flights_of(page, event) == [card, ("level", "3", SIDE, TRACK)]
    page.evaluate("() => { document.documentElement.dataset.effects = 'both'; }")
    expect(page.locator("#ask .uses-list")).to_be_hidden()  # Escape has put the card back
    page.locator("#hand a.card").first.click()
    expect(page.locator("#tech")).to_be_hidden()
    assert flights_of(page, event) == [card, ("level", "3", None, SIDE)]
    session.detach()


def test_what_was_missed_under_a_draft_is_played_once_it_is_undone(
    visit: Visit, site: Site
) -> None:
    """With a draft the board shows another position. Nothing is played twice."""
    people = new_people(site, 2)
    address = make_table(site, *people, answers=24)
    site.script(f"""
from engine import Chance
from engine.bots import BOTS
from games.tables.models import Game, Seat
from games.tables.services.drafts import add_to_draft
from games.tables.services.play import engine_game
game = Game.objects.get(pk={address.strip("/").split("/")[-1]})
seat = Seat.objects.get(game=game, asked=True)
action = BOTS["noisy"](engine_game(game).view(seat.number), Chance("motion"))
add_to_draft(seat.user, game.pk, action, game.seq)
Seat.objects.filter(pk=seat.pk).update(seen_seq=0)
""")
    page = visit(people[0], reduced_motion="no-preference").new_page()
    page.add_init_script(WATCH)
    page.goto(address)
    expect(page.locator(".draft-steps")).to_be_visible()
    page.evaluate("document.fonts.ready")
    assert page.evaluate("window.performances") == 0
    page.locator("#undo").click()
    performances(page, 1)
    expect(page.locator(".draft-steps")).to_have_count(0)
    expect(page.locator(FLIGHTS)).to_have_count(0)
    count = page.evaluate("window.performances")  # a swap in the middle makes two of it
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert page.evaluate("window.performances") == count


@pytest.mark.parametrize("size", [*at_night(WIDE), NARROW], ids=["wide", "narrow"])
def test_a_player_who_waits_can_play_the_own_turn_again(
    visit: Visit, site: Site, size: dict[str, int]
) -> None:
    """It does not play by itself."""
    people = new_people(site, 2)
    address = make_table(site, *people, answers=12)
    page = visit(people[1], viewport=size, reduced_motion="no-preference").new_page()
    page.add_init_script(WATCH)
    page.goto(address)
    expect(page.locator("#table")).to_be_visible()
    page.evaluate("document.fonts.ready")
    again = page.locator("[data-play-moves]").filter(visible=True)
    expect(again).to_be_enabled()
    assert page.evaluate("window.performances") == 0
    again.click()
    performances(page, 1)


@pytest.mark.parametrize("size", [WIDE, *at_night(NARROW)], ids=["wide", "narrow"])
def test_what_the_own_draft_did_not_show_is_played_once_confirmed(
    visit: Visit, site: Site, size: dict[str, int]
) -> None:
    """The cards that are drawn; the badge and the discarded card were there in the draft."""
    people = new_people(site, 2)
    address = make_table(site, *people, answers=2)
    site.script(f"""
from games.tables.models import Game, Seat
game = Game.objects.get(pk={address.strip("/").split("/")[-1]})
Seat.objects.filter(game=game).update(seen_seq=game.seq)
""")
    page = visit(people[0], viewport=size, reduced_motion="no-preference").new_page()
    page.add_init_script(WATCH + RECORD)
    page.goto(address)
    page.locator("#hand a.card").first.click()
    page.locator("#use-lead").click()
    page.locator("#confirm").click()
    performances(page, 1)
    things = page.evaluate("flown.map(({ thing }) => thing)")
    assert things == ["cards"]
    expect(page.locator(FLIGHTS)).to_have_count(0)
    page.reload()
    expect(page.locator("#table.is-theirs, #table:not(.is-mine)")).to_be_visible()
    page.evaluate("document.fonts.ready")
    assert page.evaluate("window.performances") == 0


def test_a_fast_answer_is_played_after_what_the_own_turn_reveals(visit: Visit, site: Site) -> None:
    """Bots answer within a tenth of a second: the page then has their moves only."""
    people = new_people(site, 2)
    address = make_table(site, *people, answers=2)
    page = visit(people[0], reduced_motion="no-preference").new_page()
    page.add_init_script(WATCH + RECORD)
    page.goto(address)
    performances(page, 1)
    expect(page.locator(FLIGHTS)).to_have_count(0)
    page.evaluate("flown = []")
    page.locator("#hand a.card").first.click()
    page.locator("#use-lead").click()
    expect(page.locator("#confirm")).to_be_visible()
    session = pace(page, 0)
    page.locator("#confirm").click()
    performances(page, 2)
    version = page.locator("#table").get_attribute("data-version")
    answer(site, address)
    page.evaluate(TELL, int(version or 0) + 1)
    performances(page, 3)
    first, second, *others = page.evaluate("flown.map(({ thing, text }) => `${thing} ${text}`)")
    assert first == second
    assert first.startswith("cards")
    assert any(one.startswith("agent") for one in others)
    session.detach()


def test_cards_that_fly_in_a_replay_have_their_names(visit: Visit, site: Site) -> None:
    """Its page has no log, and no button for a card that is discarded."""
    people = new_people(site, 2)
    page = visit(people[0], viewport=NARROW, reduced_motion="no-preference").new_page()
    page.add_init_script(RECORD)
    page.goto(make_table(site, *people, answers=24) + "replay/2/")
    pace(page, 0)
    for _turn in range(4):
        shown = page.locator("#table").get_attribute("data-seq")
        page.keyboard.press("PageDown")
        expect(page.locator(f'#table:not([data-seq="{shown}"])')).to_be_visible()
    texts = page.evaluate("flown.filter(({ thing }) => thing === 'agent').map(({ text }) => text)")
    assert texts
    assert set(texts) <= {agent.name for agent in AGENTS}
