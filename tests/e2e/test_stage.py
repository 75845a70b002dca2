"""The whole table in every window and language: nothing cut, nothing covered, nothing too small.

The positions and measures are those of the pictures: `python -m tools.pictures`.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Visit, at_night
from tests.e2e.sites import Person, Site
from tests.e2e.tables import make_table, new_people
from tools.pictures.matrix import (
    EFFECTS,
    LOCALES,
    MAKE,
    THEMES,
    TROUBLES,
    WINDOWS,
    dress,
    is_touched,
    load_fonts,
    load_portraits,
)
from tools.pictures.windows import batches_of, open_shell, troubles_of

type Tables = tuple[Person, dict[str, str]]


@pytest.fixture(scope="module")
def tables(site: Site) -> Tables:
    """Return a player and the addresses of all positions, which no test changes."""
    return make_tables(site)


RENAME = """
import json
from accounts.models import User
longest = User._meta.get_field("username").max_length
names = [name.ljust(longest, "w") for name in {names}]
for user in User.objects.filter(username__in={names}):
    user.username = user.username.ljust(longest, "w")
    user.save()
print(json.dumps(names))
"""
"""Gives users the longest names there can be; prints them."""


def make_tables(site: Site) -> Tables:
    """Return a new player and the addresses of all positions, with players of the longest names."""
    people = new_people(site, 4)
    names = site.script(RENAME.format(names=[person.name for person in people]))
    return people[0], site.script(MAKE.format(names=names))


def troubles_in_windows(
    page: Page, *, touched: bool, one_of: int | None = None, every: int = 1
) -> list[str]:
    """Return what is wrong with the open table in all windows for a mouse, or for fingers.

    `one_of`: measure one display of effects in each window, another one for each such number; the
    theme is another one for every third. `every`: leave out windows, others for each number.
    """
    troubles = []
    for number, (width, height) in enumerate(WINDOWS):
        if is_touched((width, height)) is not touched or (number + (one_of or 0)) % every:
            continue
        page.set_viewport_size({"width": width, "height": height})
        which = slice(None) if one_of is None else slice((number + one_of) % 3, None, 3)
        theme = THEMES[(number + (one_of or 0) // 3) % 3]
        for effects in EFFECTS[which]:
            dress(page, theme, effects)
            troubles += [
                f"{width}x{height} {theme} {effects}: {trouble}"
                for trouble in page.evaluate(TROUBLES)
            ]
    return troubles


@pytest.mark.parametrize("touched", [False, True], ids=["mouse", "touch"])
@pytest.mark.parametrize(
    ("turned", "every"),
    [
        pytest.param(0, 3, id="ninth"),
        *(pytest.param(turned, 1, id=f"{turned}", marks=pytest.mark.slow) for turned in range(3)),
    ],
)
def test_everything_on_the_table_can_be_seen_read_and_hit(
    visit: Visit, tables: Tables, turned: int, every: int, *, touched: bool
) -> None:
    """Every position in every window: the languages in turn, with themes and displays of effects.

    A third of the positions for a mouse and another one for fingers, each in a third of the
    windows; every night all, and once all three have been turned, in each language. `python -m
    tools.pictures` measures all.
    """
    person, addresses = tables
    pages = [
        visit(person, locale=locale, has_touch=touched, is_mobile=touched).new_page()
        for locale in LOCALES
    ]
    troubles = []
    for number, (name, address) in enumerate(addresses.items()):
        if number % every != touched % every:
            continue
        language = (number + turned) % len(LOCALES)
        page = pages[language]
        page.goto(address)
        load_fonts(page)
        found = troubles_in_windows(page, touched=touched, one_of=number + language, every=every)
        troubles += [f"{name} {LOCALES[language]} {trouble}" for trouble in found]
    assert troubles == [], "\n".join(troubles)


@pytest.mark.parametrize("touched", [False, True], ids=["mouse", "touch"])
@pytest.mark.parametrize(
    ("games", "first", "every", "locales"),
    [
        pytest.param(3, 0, 16, LOCALES, id="sample", marks=pytest.mark.slow),
        pytest.param(1, 150, 10, LOCALES[2:], id="nine cards of a team"),
    ],
)
def test_questions_from_play_fit_their_windows(
    visit: Visit,
    site: Site,
    games: int,
    first: int,
    every: int,
    locales: tuple[str, ...],
    *,
    touched: bool,
) -> None:
    """A sample: `make windows` measures the questions of 300 games every night."""
    people = new_people(site, 2)
    address = make_table(site, *people, answers=20)
    shells = {
        locale: open_shell(
            visit(people[0], locale=locale, has_touch=touched, is_mobile=touched).new_page(),
            address,
        )
        for locale in locales
    }
    troubles = []
    for batch in batches_of(site, games, first=first, every=every):
        for locale, page in shells.items():
            troubles += troubles_of(page, batch, language=locale[:2], touched=touched)
    assert troubles == [], "\n".join(troubles)


LONGEST_DAY = """
(locale) => {
  const days = [...Array(7).keys()].map((day) =>
    new Date(2026, 10, 1 + day).toLocaleDateString(locale, { weekday: "long" }));
  const wide = days.reduce((one, other) => other.length > one.length ? other : one);
  let found = 0;
  for (const time of document.querySelectorAll(".side-time")) {
    const walker = document.createTreeWalker(time, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      for (const day of days) {
        if (walker.currentNode.data.includes(day)) {
          walker.currentNode.data = walker.currentNode.data.replace(day, wide);
          found += 1;
        }
      }
    }
  }
  return found;
}
"""
"""Makes the day of each clock the longest of the week; returns how many clocks name a day."""


@pytest.mark.parametrize("locale", [*at_night(*LOCALES[:2]), LOCALES[2]])
def test_the_longest_day_fits_beside_the_goods(visit: Visit, tables: Tables, locale: str) -> None:
    """The other tests measure whatever day it is."""
    person, addresses = tables
    page = visit(person, locale=locale, has_touch=True, is_mobile=True).new_page()
    page.goto(addresses["start"])
    load_fonts(page)
    assert page.evaluate(LONGEST_DAY, locale)
    assert troubles_in_windows(page, touched=True) == []


def test_long_notes_leave_confirm_in_sight(visit: Visit, tables: Tables) -> None:
    """The note about time is longer at some hours than at others."""
    person, addresses = tables
    page = visit(person, locale="fr-FR", has_touch=True, is_mobile=True).new_page()
    page.goto(addresses["confirming"])
    load_fonts(page)
    page.locator(".ask.confirm > .note").last.evaluate("(note) => note.append(note.textContent)")
    assert troubles_in_windows(page, touched=True) == []


@pytest.mark.parametrize("every", [8, *at_night(1)])
def test_a_large_board_fits_its_window(visit: Visit, tables: Tables, every: int) -> None:
    """On a desktop; on a phone a page with large cards may scroll."""
    person, addresses = tables
    page = visit(person, locale="de-DE").new_page()  # which has the longest words
    troubles = []
    windows = [size for size in WINDOWS if not is_touched(size)]
    for number, (name, address) in enumerate(addresses.items()):
        page.goto(address)
        load_fonts(page)
        page.evaluate("() => { document.documentElement.dataset.size = 'large'; }")
        for width, height in windows[number % every :: every]:
            page.set_viewport_size({"width": width, "height": height})
            troubles += [
                f"{name} {width}x{height}: {trouble}" for trouble in page.evaluate(TROUBLES)
            ]
    assert troubles == [], "\n".join(troubles)


@pytest.mark.parametrize(
    ("what", "harm", "sign"),
    [
        ("#tech", "position: relative; top: 9rem", "meets"),
        (".next .level-price", "font-size: 8px", "8px"),
        (".strip-says", "overflow: hidden; height: 4px", "cut"),
        ("#ask", "margin-top: 60rem", "below the first screen"),
    ],
)
def test_the_measure_finds_faults(
    visit: Visit, tables: Tables, what: str, harm: str, sign: str
) -> None:
    person, addresses = tables
    page = visit(person, viewport={"width": 390, "height": 844}, is_mobile=True).new_page()
    page.goto(addresses["middle"])
    load_fonts(page)
    page.locator(what).first.evaluate("(one, harm) => { one.style.cssText = harm; }", harm)
    assert any(sign in trouble for trouble in page.evaluate(TROUBLES))


@pytest.mark.parametrize(("every", "touched"), [(2, True), *at_night((1, False), (1, True))])
def test_an_open_hint_leaves_all_else_in_sight(
    visit: Visit, site: Site, every: int, *, touched: bool
) -> None:
    person, addresses = make_tables(site)  # the hints stay at the table
    # German has the longest words
    page = visit(person, locale="de-DE", has_touch=touched, is_mobile=touched).new_page()
    page.goto(addresses["hinted"])
    load_fonts(page)
    one_of = None if every == 1 else 0
    troubles = []
    while page.locator("#take-hint").count():
        before = page.locator("#hint").inner_text()
        page.locator("#take-hint").click()
        expect(page.locator("#hint")).not_to_have_text(before, use_inner_text=True)
        troubles += troubles_in_windows(page, touched=touched, one_of=one_of, every=every)
    page.locator(".answers .use").first.click()
    expect(page.locator("#confirm")).to_be_attached()
    troubles += troubles_in_windows(page, touched=touched, one_of=one_of, every=every)
    assert troubles == [], "\n".join(troubles)


def test_on_a_phone_a_technology_with_all_levels_opens_too(visit: Visit, tables: Tables) -> None:
    person, addresses = tables
    viewport = {"width": 390, "height": 844}
    page = visit(person, viewport=viewport, has_touch=True, is_mobile=True).new_page()
    page.goto(addresses["crowded"])
    expect(page.locator('#tech-human-5[class~="mine"]')).to_be_attached()
    page.locator("#tech-human-5 .level-number").tap()
    expect(page.locator("#tech-human-says")).to_be_visible()


SIZES = """
() => {
  const heights = (what) => [...document.querySelectorAll(what)]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height)
    .map((one) => Math.round(one.getBoundingClientRect().height));
  return {
    effects: heights("#hand .card-text .signs svg"),
    portraits: heights("#hand .portrait"),
    discs: heights(".lanes .disc"),
    levels: heights(".level:not(.with-token, .marked) .level-one .signs svg"),
    aside: [...document.querySelectorAll(".lanes .disc")].map((disc) => {
      const [a, b] = [disc.getBoundingClientRect(), disc.closest(".lane").getBoundingClientRect()];
      return Math.abs(a.left + a.right - b.left - b.right) / 2;
    }),
  };
}
"""
"""The heights of symbols and portraits in the hand, of discs, and of a level's only effect.

`aside`: how far discs are from the middle of their lanes, whether or not a token lies there.
"""


def test_desktops_show_effects_larger_than_portraits_leave_them(
    visit: Visit, tables: Tables
) -> None:
    """That no text is under 14 pixels is a part of the other measures (`TROUBLES`)."""
    person, addresses = tables
    page = visit(person).new_page()
    for name in ("middle", "four-confirming"):
        page.goto(addresses[name])
        load_fonts(page)
        for width, height in ((1280, 720), (1366, 768), (1440, 900)):
            page.set_viewport_size({"width": width, "height": height})
            sizes = page.evaluate(SIZES)
            assert min(sizes["effects"]) >= 24, (name, width, height)
            assert max(sizes["portraits"]) <= 72, (name, width, height)
            assert min(sizes["discs"]) >= 44, (name, width, height)
            assert min(sizes["levels"]) >= 32, (name, width, height)
            assert max(sizes["aside"]) < 2, (name, width, height)


FOURTH = """
() => [...document.querySelectorAll("#hand .card")].slice(0, 4).map((card) => {
  const { left, right } = card.getBoundingClientRect();
  return Math.max(0, Math.round(Math.max(-left, right - innerWidth)));
})
"""
"""How much of each of the first four cards is out of sight, in pixels."""


@pytest.mark.parametrize("size", [*at_night(((390, 844),)), (360, 740)])
def test_on_a_phone_four_cards_are_whole(
    visit: Visit, tables: Tables, size: tuple[int, int]
) -> None:
    person, addresses = tables
    viewport = {"width": size[0], "height": size[1]}
    page = visit(person, viewport=viewport, has_touch=True, is_mobile=True).new_page()
    for name in ("start", "middle", "crowded", "four-confirming"):
        page.goto(addresses[name])
        load_fonts(page)
        assert page.evaluate(FOURTH) == [0, 0, 0, 0], name
        assert max(page.evaluate(SIZES)["aside"]) < 2, name


def test_no_frame_cuts_a_head(visit: Visit, tables: Tables) -> None:
    person, addresses = tables
    page = visit(person, viewport={"width": 1280, "height": 720}).new_page()
    for name in ("tall", "crowded"):
        page.goto(addresses[name])
        load_fonts(page)
        for width, height in WINDOWS:
            page.set_viewport_size({"width": width, "height": height})
            load_portraits(page)
            cut = [trouble for trouble in page.evaluate(TROUBLES) if "head" in trouble]
            assert cut == [], (name, width, height)
    page.set_viewport_size({"width": 1280, "height": 720})
    page.locator(".hand .bust").first.evaluate("bust => { bust.style.transform = 'none'; }")
    assert any("head cut" in trouble for trouble in page.evaluate(TROUBLES))


OUTSIDE = """
async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame(); // what follows a change of the window's size runs before it
  await frame();
  const outside = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const isInside = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
    return isInside ? [] : [`${innerWidth}x${innerHeight}: ${one.id || one.className}`];
  };
  const outsiders = outside(document.querySelector(".tip"));
  for (const popover of document.querySelectorAll("#table [popover]")) {
    popover.showPopover();
    outsiders.push(...outside(popover));
    popover.hidePopover();
  }
  return outsiders;
}
"""
"""Opens each popover of a table; returns those outside the window, and the tip if it is one."""


@pytest.mark.parametrize("every", [3, *at_night(1)])
def test_no_tip_or_popover_leaves_the_window(visit: Visit, tables: Tables, every: int) -> None:
    person, addresses = tables
    page = visit(person).new_page()
    page.goto(addresses["crowded"])
    load_fonts(page)
    outsiders = []
    for width, height in WINDOWS[::every]:
        page.set_viewport_size({"width": width, "height": height})
        page.locator("#hand .card").last.hover()
        expect(page.locator(".tip")).to_be_visible()
        outsiders += page.evaluate(OUTSIDE)
        page.set_viewport_size({"width": width - 100, "height": height})  # with its tip
        outsiders += page.evaluate(OUTSIDE)
        page.mouse.move(0, 0)
        expect(page.locator(".tip")).to_be_hidden()
    assert outsiders == [], "\n".join(outsiders)
