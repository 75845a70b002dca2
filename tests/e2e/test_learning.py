"""Tutorials in a browser, played to their ends by their own marks: mouse, touch and keys."""

from itertools import pairwise, product
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import NARROW, Visit, at_night
from tests.e2e.playing import click, state, wait_until_enabled

LAST = '#coach form[action*="real-game"] button'
MOST_STEPS = 80
HAND = 4
WAYS: dict[str, dict[str, Any]] = {
    "mouse": {},
    "touch": {"viewport": NARROW, "has_touch": True},
    "keys": {},
}
PLAYERS = (("mouse", "de"), ("touch", "fr"), ("keys", "en"))
"""Each way and each language: what the page marks depends on neither."""


def marked(page: Page) -> Locator:
    """Return what the coach asks the player to use: its own button, or what it points at."""
    following = page.locator("#coach-next")
    if following.count():
        return following
    guesses = page.locator(".coach-guesses button:enabled")
    if guesses.count():
        return guesses.first
    ticks = page.locator("#hand input[name=tick]:not(:checked)")
    if ticks.count() == HAND and page.locator("#answer-ticked").count():
        ticks.first.check(force=True)
    for name in (page.locator("#coach").get_attribute("data-at") or "").split():
        element = page.locator(f"#{name}:visible")
        if element.count():
            return victory(page) if name == "answer" else element
    raise AssertionError(page.locator("#coach").inner_text())


def victory(page: Page) -> Locator:
    """Return an answer of the question; in the last chapter one that wins."""
    answers = page.locator("#answer button[name=action]")
    wins = page.locator("#answer-planet-jupiter")
    return wins if wins.count() else answers.first


def use(page: Page, element: Locator, way: str) -> None:
    """Use an element as a player does."""
    if way == "touch":
        element.tap()
    elif way == "keys":
        wait_until_enabled(element)  # a final button takes no key too early
        key = element.get_attribute("data-key")
        if key is None:
            element.focus()
            key = "Enter"
        page.keyboard.press(key)
    else:
        element.click()


@pytest.mark.slow
@pytest.mark.parametrize(("way", "language"), PLAYERS)
def test_the_first_game_is_played_by_its_marks(visit: Visit, way: str, language: str) -> None:
    page = visit(None, locale=language, **WAYS[way]).new_page()
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.locator("#learn").click()
    play_to_the_end(page, way)
    page.locator(LAST).click()
    page.wait_for_url("**/tables/*/")
    assert page.locator("input[name=tick]").count() == 0  # no mulligan


@pytest.mark.parametrize(("way", "language"), [PLAYERS[0], *at_night(*PLAYERS[1:])])
def test_the_tour_of_the_screen_is_played_by_its_marks(
    visit: Visit, way: str, language: str
) -> None:
    page = visit(None, locale=language, **WAYS[way]).new_page()
    page.goto("/learn/screen/")
    play_to_the_end(page, way)


def play_to_the_end(page: Page, way: str) -> None:
    """Do what the coach asks for until it offers a real game."""
    for _step in range(MOST_STEPS):
        page.wait_for_load_state()  # a key needs the scripts
        if page.locator(LAST).count():
            return
        before = page.locator("#coach").inner_text()
        use(page, marked(page), way)
        page.wait_for_url("**/learn/**")
        expect(page.locator("#coach")).not_to_have_text(before, use_inner_text=True)
    raise AssertionError("the tutorial does not end")


def test_the_first_turn_takes_three_clicks(visit: Visit) -> None:
    page = visit().new_page()
    page.goto("/")
    page.locator("#learn").click()
    click(page, page.locator("#use-recruit"))
    click(page, page.locator("#confirm"))
    expect(page.locator("#log")).to_contain_text("Mc4ffr3y")


PLACES = """() => {
    const shape = ({ left, top, right, bottom }) => ({ left, top, right, bottom });
    const box = (what) => {
        const element = document.querySelector(what);
        return element?.getClientRects().length ? shape(element.getBoundingClientRect()) : null;
    };
    return {
        coach: box("#coach"), mark: box(".coach-ring"), next: box("#coach-next"),
        line: box(".coach-line path"), window: [innerWidth, innerHeight],
    };
}"""
WINDOWS: dict[str, dict[str, Any]] = {
    "large": {"viewport": {"width": 1440, "height": 900}},
    "low": {"viewport": {"width": 1280, "height": 720}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "short": {"viewport": NARROW, "has_touch": True, "is_mobile": True},
    "side": {
        "viewport": {"width": 740, "height": 360},
        "has_touch": True,
        "is_mobile": True,
    },
}
LOOKED_AT = [
    *at_night(*product(["large", "phone"], ["influence", "winning"])),
    *at_night(
        *product(["low"], ["technology", "mulligan"]), ("short", "mulligan"), ("short", "card")
    ),
    ("short", "technology"),
    ("side", "influence"),
]
"""The windows and chapters that are measured; by day, those with the least room."""


@pytest.mark.parametrize(("window", "chapter"), LOOKED_AT)
def test_the_coach_covers_nothing_and_next_has_one_place(
    visit: Visit, window: str, chapter: str
) -> None:
    """Nothing that it speaks of, at no step: what is marked is in sight and beside the coach."""
    page = visit(None, locale="de", **WINDOWS[window]).new_page()
    page.goto(f"/learn/first-game/{chapter}/")
    corners: list[tuple[float, float]] = []
    for _step in range(MOST_STEPS):
        state(page)
        places = settled(page)
        if page.locator("#coach form[action*=restart]").count():
            break
        mark, coach = places["mark"], places["coach"]
        assert mark is not None, page.locator("#coach").inner_text()
        width, height = places["window"]
        assert mark["left"] > -5
        assert mark["top"] > -5
        assert mark["right"] < width + 5
        assert mark["bottom"] < height + 5
        assert are_apart(coach, mark), (coach, mark, page.locator("#coach").inner_text())
        if places["next"] is not None:
            corners.append((places["next"]["left"], places["next"]["bottom"]))
        before = page.locator("#coach").inner_text()
        use(page, marked(page), "touch" if WINDOWS[window].get("has_touch") else "mouse")
        expect(page.locator("#coach")).not_to_have_text(before, use_inner_text=True)
    else:
        raise AssertionError("the chapter does not end")
    assert corners
    for (left, bottom), (next_left, next_bottom) in pairwise(corners):
        assert abs(left - next_left) < 1
        assert abs(bottom - next_bottom) < 1


def settled(page: Page) -> Any:
    """Return where the coach and what it marks are, once they have stopped to move."""
    before = None
    for _look in range(40):
        places = page.evaluate(PLACES)
        if places == before:
            break
        before = places
        page.wait_for_timeout(150)
    return places


def are_apart(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether two boxes have nothing in common but the border of the mark."""
    border = 5
    beside = one["right"] <= other["left"] + border or other["right"] <= one["left"] + border
    return beside or (
        one["bottom"] <= other["top"] + border or other["bottom"] <= one["top"] + border
    )


def test_a_line_leads_from_the_coach_to_its_subject(visit: Visit) -> None:
    page = visit().new_page()
    page.goto("/learn/first-game/disc/")
    state(page)
    places = settled(page)
    line, coach, mark = places["line"], places["coach"], places["mark"]
    assert line["left"] == pytest.approx(mark["right"], abs=2)
    assert line["right"] == pytest.approx(coach["left"], abs=2)
    assert line["top"] == pytest.approx(mark["bottom"], abs=2)
    assert line["bottom"] == pytest.approx(coach["top"], abs=2)


def test_the_mark_is_on_what_the_coach_points_at(visit: Visit) -> None:
    page = visit().new_page()
    page.goto("/learn/first-game/influence/")
    state(page)
    ring, button = page.locator(".coach-ring"), page.locator("#use-recruit")
    outer, inner = ring.bounding_box(), button.bounding_box()
    assert outer is not None
    assert inner is not None
    assert outer["x"] <= inner["x"]
    assert outer["y"] <= inner["y"]
    coach = page.locator("#coach").bounding_box()
    assert coach is not None
    apart = coach["y"] >= inner["y"] + inner["height"] or coach["y"] + coach["height"] <= inner["y"]
    assert apart or coach["x"] + coach["width"] <= inner["x"]


def test_without_scripts_the_coach_stands_in_the_same_place(visit: Visit) -> None:
    page = visit(None, java_script_enabled=False).new_page()
    page.goto("/learn/first-game/influence/")
    coach, ask = page.locator("#coach").bounding_box(), page.locator("#ask").bounding_box()
    assert coach is not None
    assert ask is not None
    assert ask["y"] + ask["height"] <= coach["y"]
    assert coach["x"] == ask["x"]
    page.locator("#use-recruit").click()
    page.locator("#confirm").click()
    expect(page.locator("#coach-next")).to_be_visible()


def test_help_explains_whatever_is_clicked_and_plays_nothing(visit: Visit) -> None:
    page = visit().new_page()
    page.goto("/learn/screen/table/")
    page.locator("[data-legend]").click()
    page.locator("#help").click()
    box = page.locator(".help-box")
    expect(box).to_be_visible()
    address = page.url
    seen = set()
    names = ("#card-f4rm3r .cost", "#tech-animod", "#side-mine .credits", "#disc-venus", "#log")
    for name in names:
        page.locator(name).first.click(force=True, position={"x": 3, "y": 3})
        seen.add(box.locator("p").inner_text())
    assert len(seen) == 5
    assert page.url == address  # the card was explained, not chosen
    page.locator("#disc-venus").hover(force=True)
    expect(box.locator("a")).to_have_attribute("href", "/rules/#influence")
    page.keyboard.press("Escape")
    expect(box).to_be_hidden()
    page.locator("#card-f4rm3r").click()
    expect(page.locator("#use-recruit")).to_be_visible()


def test_no_token_covers_a_disc_in_the_rules(visit: Visit) -> None:
    page = visit(viewport=NARROW).new_page()
    page.goto("/rules/")
    covered = page.evaluate(
        """() => [...document.querySelectorAll(".diagram .track:has(.disc):has(.token)")]
          .map(track => [".disc", ".token"].map(part =>
            track.querySelector(part).getBoundingClientRect()))
          .filter(([disc, token]) => disc.right > token.left + 2
            && disc.bottom > token.top && token.bottom > disc.top)
          .length"""
    )
    assert covered == 0
    expect(page.locator(".diagram .track .token").first).to_be_attached()
