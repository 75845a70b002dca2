"""Every page: wide and narrow, for eyes and for screen readers, in three languages."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NARROW, WIDE, Visit, at_night, take_picture
from tests.e2e.mails import link_in_mail
from tests.e2e.sites import Person, Site
from tests.e2e.tables import make_table

AXE = (Path(__file__).parent / "axe.min.js").read_text()

VISITORS = {
    "landing": "/",
    "login": "/accounts/login/",
    "signup": "/accounts/signup/",
    "password": "/accounts/password/reset/",
    "lobby-visitor": "/lobby/",
    "rules": "/rules/",
    "rules-print": "/rules/print/",
    "learn": "/learn/",
    "lesson": "/learn/first-game/influence/",
    "symbols": "/symbols/",
    "symbols-cards": "/symbols/cards/",
    "component": "/symbols/cards/mungo/",
    "leaderboard-visitor": "/leaderboard/",
    "find-visitor": "/find/",
    "ladder-visitor": "/ladder/",
    "tournaments-visitor": "/tournaments/",
    "puzzles": "/puzzles/",
    "puzzle": "/puzzles/1/",
}
MEMBERS = {
    "home": "/",
    "leaderboard": "/leaderboard/solo/",
    "seasons": "/seasons/",
    "lobby": "/lobby/",
    "find": "/find/",
    "ladder": "/ladder/live/",
    "tournaments": "/tournaments/",
    "new-tournament": "/tournaments/new/",
    "fair-play": "/fair-play/",
    "new-table": "/tables/new/",
    "preferences": "/preferences/",
    "vacation": "/vacation/",
    "email": "/accounts/email/",
    "security": "/accounts/2fa/",
    "sessions": "/accounts/sessions/",
    "delete": "/account/delete/",
    "not-found": "/no/such/page/",
}


@pytest.fixture(scope="session")
def tables(site: Site) -> dict[str, Any]:
    """Return a person with tables in all states: name of the page -> address."""
    person = site.someone()
    other = site.someone()
    third, fourth = site.someone(), site.someone()
    start = make_table(site, person, other)
    middle = make_table(site, person, "noisy", answers=40, secret_agents=True)
    late = make_table(site, person, other, answers=80)
    team = make_table(site, person, third, other, fourth, answers=60)
    over = make_table(site, person, "noisy", answers=10_000)
    return {
        "person": person,
        "profile": f"/players/{person.name}/",
        "games-of": f"/players/{person.name}/games/",
        "compare": f"/players/{person.name}/with/{other.name}/",
        "mulligan": start,
        "table": middle,
        "table-late": late,
        "table-team": team,
        "table-over": over,
        "replay": f"{over}replay/",
        "replay-middle": f"{over}replay/30/",
        "deal": f"{over}deal/",
        "deal-running": f"{middle}deal/",
    }


PAGES = {
    "visitor": (*VISITORS, "table", "replay"),
    "member": (
        *MEMBERS,
        *("profile", "games-of", "compare"),
        *("mulligan", "table", "table-late", "table-team", "table-over"),
        *("replay", "replay-middle", "deal", "deal-running"),
    ),
}
"""Who opens which pages, all in one tab: a new one would fetch every style and script again."""


def address_of(name: str, tables: dict[str, Any]) -> str:
    """Return where a page is."""
    return VISITORS.get(name) or MEMBERS.get(name) or str(tables[name])


def open_tab(visit: Visit, tables: dict[str, Any], who: str, **options: Any) -> Page:
    """Return an empty tab of a visitor or a member."""
    person: Person | None = tables["person"] if who == "member" else None
    return visit(person, **options).new_page()


def go(page: Page, tables: dict[str, Any], name: str) -> None:
    """Open a page in a tab."""
    response = page.goto(address_of(name, tables))
    assert response is not None
    assert response.status == (404 if name == "not-found" else 200), (name, response.status)
    expect(page.locator("main")).to_be_visible()


def open_page(visit: Visit, tables: dict[str, Any], who: str, name: str, **options: Any) -> Page:
    """Return an open page."""
    page = open_tab(visit, tables, who, **options)
    go(page, tables, name)
    return page


IN_OTHER_LANGUAGES = """async languages => {
  window.bodies = { de: document.body };
  for (const language of languages) {
    const answer = await fetch(location.href, { headers: { "Accept-Language": language } });
    const other = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (other.documentElement.lang !== language) throw new Error(other.documentElement.lang);
    window.bodies[language] = other.body;
  }
}"""
"""Fetches the page in other languages: to open it in each would draw everything three times."""
SIDEWAYS = """() => {
  const found = [], width = innerWidth, root = document.scrollingElement;
  for (const [language, body] of Object.entries(window.bodies ?? { "": document.body })) {
    if (body !== document.body) document.body.replaceWith(body);
    if (root.scrollWidth <= width) continue;
    const broad = [...body.querySelectorAll("*")]
      .filter(e => e.getBoundingClientRect().right > width + 0.5).slice(0, 8)
      .map(e => `${e.tagName}#${e.id}.${e.getAttribute("class")}`);
    found.push(`${language}: ${root.scrollWidth} > ${width}`, ...broad);
  }
  return found;
}"""


def sideways(page: Page) -> list[str]:
    """Return what sticks out on the right, in each language that the page has."""
    return list(page.evaluate(SIDEWAYS))


def third_by_day(usual: tuple[Any, ...], rest: tuple[Any, ...], first: int) -> pytest.MarkDecorator:
    """Return what has each third page tested as usual, beginning with that of number `first`.

    Every night it is the others, too, and all pages in the rest of the ways.
    """
    return pytest.mark.parametrize(
        ("pages", "ways"),
        [
            pytest.param(slice(first, None, 3), usual, id="third"),
            *at_night(*((slice(other, None, 3), usual) for other in {0, 1, 2} - {first})),
            *at_night((slice(None), rest)),
        ],
    )


@third_by_day((320, 1280), (360, 768, 1024, 2560), first=0)
@pytest.mark.parametrize("who", PAGES)
def test_nothing_scrolls_sideways(
    visit: Visit, tables: dict[str, Any], who: str, pages: slice, ways: tuple[int, ...]
) -> None:
    """From the smallest phone to a large screen, in every language."""
    page = open_tab(visit, tables, who, locale="de-DE")
    wide: dict[tuple[str, int], list[str]] = {}
    for name in PAGES[who][pages]:
        page.set_viewport_size({"width": 360, "height": 740})
        go(page, tables, name)
        take_picture(page, f"360-{who}-{name}-de", full_page=True)  # which has the longest words
        page.evaluate(IN_OTHER_LANGUAGES, ["fr", "en"])
        for width in ways:
            page.set_viewport_size({"width": width, "height": 800})
            if found := sideways(page):
                wide[name, width] = found
    assert wide == {}


THEMES = ("light", "contrast", "dark")


@third_by_day(("dark",), ("light", "contrast"), first=1)
@pytest.mark.parametrize("who", PAGES)
def test_axe_finds_no_fault(
    visit: Visit, tables: dict[str, Any], who: str, pages: slice, ways: tuple[str, ...]
) -> None:
    """Contrast, names, roles, structure: the rules of WCAG 2.2 AA that a program can check."""
    page = open_tab(visit, tables, who, viewport=WIDE)
    found: dict[str, list[str]] = {}
    for name in PAGES[who][pages]:
        go(page, tables, name)
        if faulty := faults_in_themes(page, ways):
            found[name] = faulty
        take_picture(page, f"1440-{who}-{name}", full_page=True)
    assert found == {}


CONTRAST = ("color-contrast", "link-in-text-block")
"""The rules whose answer depends on the colours."""


def faults_in_themes(page: Page, themes: tuple[str, ...] = THEMES) -> list[str]:
    """Return what `faults` finds in the dark theme, and the faults of colour in the others."""
    found = []
    for theme in themes:
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        only = () if theme == "dark" else CONTRAST
        found += [f"{theme}: {fault}" for fault in faults(page, *only)]
    return found


def faults(page: Page, *only: str) -> list[str]:
    """Return the faults that axe finds; `only`: these rules, not all."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    options = {
        "resultTypes": ["violations"],
        "rules": {"target-size": {"enabled": True}},
        **({"runOnly": only} if only else {}),
    }
    found = page.evaluate("options => axe.run(document, options)", options)
    return [
        f"{fault['impact']} {fault['id']}: {fault['help']}: "
        + json.dumps([[*node["target"], node["failureSummary"]] for node in fault["nodes"][:4]])
        for fault in found["violations"]
    ]


@pytest.mark.parametrize("name", ["mulligan", "table", "table-team"])
def test_axe_finds_no_fault_on_a_phone(visit: Visit, tables: dict[str, Any], name: str) -> None:
    """The table is laid out differently there."""
    page = open_page(visit, tables, "member", name, viewport=NARROW)
    assert faults(page) == []


@pytest.mark.parametrize("name", ["mulligan", "table", "table-late", "table-team"])
def test_hand_and_question_are_within_reach_on_a_phone(
    visit: Visit, tables: dict[str, Any], name: str
) -> None:
    """The question shows without scrolling, and the cards can be tapped."""
    options = {"viewport": NARROW, "has_touch": True, "is_mobile": True}
    page = open_page(visit, tables, "member", name, **options)
    card = page.locator("#hand .card").first
    card.scroll_into_view_if_needed()
    expect(card).to_be_in_viewport()
    box = card.bounding_box()
    assert box is not None
    assert box["width"] >= 44
    assert box["height"] >= 44
    page.locator("#ask").scroll_into_view_if_needed()
    expect(page.locator("#ask")).to_be_in_viewport()


@pytest.mark.parametrize("name", ["mulligan", "table", "table-team"])
def test_what_can_be_tapped_is_large_enough(
    visit: Visit, tables: dict[str, Any], name: str
) -> None:
    """24 by 24 pixels at least (WCAG 2.2, 2.5.8), the answers and cards more."""
    page = open_page(visit, tables, "member", name, viewport=NARROW)
    small = page.evaluate(
        """() => [...document.querySelectorAll("#ask button, #hand .card, header a, header button")]
          .filter(e => e.checkVisibility())
          .map(e => [e, e.getBoundingClientRect()])
          .filter(([e, box]) => box.width && (box.width < 24 || box.height < 24))
          .map(([e, box]) => `${e.id || e.textContent.trim()} ${box.width}x${box.height}`)"""
    )
    assert small == []


def test_these_checks_find_what_they_look_for(visit: Visit, tables: dict[str, Any]) -> None:
    """A page that is too wide, and one with faults, do not pass."""
    page = open_page(visit, tables, "visitor", "lobby", viewport=NARROW)
    assert sideways(page) == []
    assert faults(page) == []
    page.evaluate(
        "document.querySelector('main').insertAdjacentHTML('beforeend',"
        " '<div id=broad>wide</div><button></button><img src=/favicon.ico>')"
    )
    page.evaluate("document.getElementById('broad').style.width = '400px'")
    assert "DIV#broad" in " ".join(sideways(page))
    found = " ".join(faults(page))
    assert "button-name" in found
    assert "image-alt" in found


def test_a_table_shown_to_visitors_has_no_hand(visit: Visit, tables: dict[str, Any]) -> None:
    """A spectator sees the table and is asked nothing."""
    page = open_page(visit, tables, "visitor", "table")
    expect(page.locator("#table")).to_be_visible()
    expect(page.locator("#hand .card")).to_have_count(0)
    expect(page.locator('form[action$="/draft/"]')).to_have_count(0)


def test_signing_up_with_a_mail(visit: Visit, site: Site) -> None:
    """A name, an address, a password; the mail's link; and one is in."""
    page = visit().new_page()
    page.goto("/accounts/signup/")
    page.locator('[name="username"]').fill("newcomer")
    page.locator('[name="email"]').fill("newcomer@example.org")
    for field in page.locator('[type="password"]').all():
        field.fill("a long good password 17")
    page.locator('main form button[type="submit"], main form button:not([type])').last.click()
    expect(page).to_have_url(re.compile("confirm-email"))
    # One click confirms, and logs in.
    page.goto(link_in_mail(site, "newcomer@example.org", "confirm-email"))
    expect(page.locator("main h1")).to_have_text("Welcome, newcomer!")
    page.goto("/preferences/")
    expect(page).to_have_url(re.compile("/preferences/"))
    expect(page.locator("body")).to_contain_text("newcomer")


def test_opening_a_table_with_the_form_and_sitting_down(visit: Visit, site: Site) -> None:
    """One opens it in the form, the other finds it in the lobby."""
    host, comer = site.someone(), site.someone()
    page = visit(host).new_page()
    page.goto("/tables/new/")
    form = page.locator('form:has([name="opponent_1"])')
    form.locator('button[type="submit"], button:not([type])').last.click()
    expect(page).to_have_url(re.compile(r"/tables/\d+/"))
    other = visit(comer).new_page()
    other.goto("/lobby/")
    number = re.findall(r"/tables/(\d+)/", page.url)[0]
    other.locator(f'form[action$="/tables/{number}/join/"] button').first.click()
    expect(other).to_have_url(re.compile(rf"/tables/{number}/"))
    expect(other.locator("#table.is-mine")).to_be_visible()
    expect(page.locator("#table.is-mine")).to_be_visible()
    # The page was no table when it was loaded.
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("header.top")).to_be_hidden()
    expect(page.locator("html.has-table nav.bottom-bar")).to_be_visible()


DISCS = """() => [...document.querySelectorAll("#home-watch .disc")]
  .map((disc) => [disc.getAttribute("cy"), disc.parentElement.getAttribute("opacity") ?? "1"])
  .join()"""


PLAY_ON = """
from engine import Chance
from engine.bots import BOTS
from games.tables.models import Game, Seat
from games.tables.services.play import engine_game, submit_actions
for count in range(12):
    game = Game.objects.get(pk={pk})
    seat = Seat.objects.filter(game=game, asked=True).order_by("number").last()
    view = engine_game(game).view(seat.number)
    submit_actions(seat.user, game.pk, [BOTS["noisy"](view, Chance(f"on {{count}}"))], game.seq)
"""


def test_a_game_plays_itself_on_the_home_page_and_stops_on_demand(site: Site, visit: Visit) -> None:
    """With reduced motion, or motion off, it moves only when the player wants it to."""
    address = make_table(site, site.someone(), site.someone(), answers=20)
    newcomer = site.someone()
    still = visit(newcomer).new_page()
    still.goto("/")
    button = still.locator("#home-watch [data-play]")
    expect(button).to_have_text("Play")
    at_the_end = still.evaluate(DISCS)
    button.click()
    expect(button).to_have_text("Pause")
    assert still.evaluate(DISCS) != at_the_end  # it begins with the first turn
    button.click()
    expect(button).to_have_text("Play")
    moving = visit(newcomer, reduced_motion="no-preference").new_page()
    moving.clock.install()
    moving.goto("/")
    moving.locator("#home-watch").scroll_into_view_if_needed()
    expect(moving.locator("#home-watch [data-play]")).to_have_text("Pause")
    moving.clock.run_for(60_000)
    expect(moving.locator("#home-watch [data-play]")).to_have_text("Play")
    assert moving.evaluate(DISCS) == at_the_end

    site.script(PLAY_ON.format(pk=address.strip("/").split("/")[-1]))  # and what comes is played
    moving.clock.run_for(61_000)
    expect(moving.locator("#home-watch [data-play]")).to_have_text("Pause")
    moving.clock.run_for(60_000)
    expect(moving.locator("#home-watch [data-play]")).to_have_text("Play")
    still.goto("/")
    assert moving.evaluate(DISCS) == still.evaluate(DISCS) != at_the_end

    site.script(f"""
from accounts.models import User
User.objects.filter(username={newcomer.name!r}).update(motion_speed="off")
""")
    moving.goto("/")
    moving.locator("#home-watch").scroll_into_view_if_needed()
    moving.clock.run_for(5_000)
    expect(moving.locator("#home-watch [data-play]")).to_have_text("Play")
