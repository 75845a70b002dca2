"""Playing on an open page by clicking whatever it offers."""

import time
from random import Random

from playwright.sync_api import Locator, Page, expect

MOST_CLICKS = 2500
"""No game needs so many."""
CONFIRM = "#confirm"
ANSWERS = '#answer button[name="action"]:enabled, button[form="answer"][name="action"]:enabled'
CARDS = '#hand a[href*="card="]'
TICKS = '#hand input[name="tick"]'


STATE = """() => {
  const table = document.querySelector("#table");
  if (!table || document.querySelector(".htmx-request")) return "";
  const text = id => document.getElementById(id)?.textContent.replace(/\\s+/g, " ") ?? "";
  const open = [...document.querySelectorAll("#answer [name=steps]")].map(one => one.value);
  const {version, here} = table.dataset;
  const classes = [...table.classList];
  return JSON.stringify([version, here, classes, open, text("ask"), text("hand"),
    text("lanes"), text("talk-lines"), text("log")]);
}"""
"""What the table shows, as one text; nothing while a request is on its way."""
NEWEST = "version => document.querySelector('#table')?.dataset.version >= version"
"""Whether the table is of a version, or a later one."""
ENABLED = """button => {
  if (!button.isConnected) return "gone";
  return button.matches(":disabled, [aria-disabled=true]") ? "" : "enabled";
}"""
"""Whether a button takes clicks; or it has left the page."""


def once(condition: str) -> str:
    """Return a function of the page that waits until another one returns something.

    It is asked after each change of the document: asked in each frame, it would keep a core busy.
    """
    return f"""subject => new Promise(resolve => {{
      const look = () => {{
        const found = ({condition})(subject);
        if (!found) return;
        observer.disconnect();
        resolve(found);
      }};
      const observer = new MutationObserver(look);
      const all = {{ subtree: true, childList: true, characterData: true, attributes: true }};
      observer.observe(document, all);
      look();
    }})"""


def wait_until(page: Page, condition: str, subject: object = None) -> str:
    """Wait until a function of the page returns something; return it."""
    return str(page.wait_for_function(once(condition), arg=subject).json_value())


def wait_until_enabled(button: Locator) -> None:
    """Wait until a button takes clicks: a final one takes none at first."""
    while button.evaluate(once(ENABLED)) == "gone":
        pass


def state(page: Page) -> str:
    """Return what the table shows now, to tell a change."""
    return wait_until(page, STATE)


def changed(page: Page, before: str) -> None:
    """Wait until the table shows something else."""
    wait_until(
        page, f"before => {{ const now = ({STATE})(); return now !== before && now }}", before
    )


def is_over(page: Page) -> bool:
    """Whether the game on the page is over."""
    return page.locator("#table.is-over").count() > 0


def is_asked(page: Page) -> bool:
    """Whether the page asks its player something."""
    return page.locator("#table.is-mine").count() > 0


def wait_for_turn(page: Page) -> bool:
    """Wait until the page asks something; false if the game is over instead."""
    wait_until(page, "() => document.querySelector('#table:is(.is-mine, .is-over)')?.className")
    return not is_over(page)


def click(page: Page, what: Locator) -> None:
    """Click and wait for the table to change."""
    # Playwright would scroll the page until a final button takes clicks.
    wait_until_enabled(what)
    before = state(page)
    what.click()
    changed(page, before)


def offers(page: Page) -> list[Locator]:
    """Return the answers that can be clicked."""
    return page.locator(ANSWERS).filter(visible=True).all()


def act(page: Page, random: Random) -> str:
    """Click one thing that the page offers; return what it was: `confirm`, `answer` or `card`."""
    confirm = page.locator(CONFIRM)
    if confirm.count():
        click(page, confirm)
        # What changed may have been another seat's move, heard of while ours was on its way.
        expect(confirm).to_have_count(0)
        return "confirm"
    for tick in page.locator(TICKS).all():
        if random.random() < 0.4 and tick.is_enabled():
            tick.check()
    found = offers(page)
    if found:
        click(page, chosen(found, random))
        return "answer"
    cards = page.locator(CARDS).all()
    assert cards, "the page offers nothing: " + page.locator("#ask").inner_text()
    click(page, random.choice(cards))
    return "card"


def chosen(found: list[Locator], random: Random) -> Locator:
    """Choose an answer: to recruit, if that is possible, so that games come to an end."""
    recruit = [one for one in found if (one.get_attribute("value") or "").startswith("recruit")]
    return random.choice(recruit or found)


def play_turn(page: Page, random: Random) -> None:
    """Answer until something has been confirmed."""
    for _ in range(60):
        if act(page, random) == "confirm":
            return
    raise AssertionError("60 clicks and nothing was confirmed")


def confirm_with_time_to_undo(page: Page, address: str) -> None:
    """Take the leadership at a table, for a player who wants to be able to take back a turn."""
    page.goto("/preferences/")
    page.get_by_label("Let me take back a turn for 30 seconds").check()
    with page.expect_navigation():
        page.get_by_role("button", name="Save").click()
    page.goto(address)
    wait_for_turn(page)
    click(page, page.locator("#hand a.card").first)
    click(page, page.locator('#answer button[value^="lead"]'))
    while not page.locator("#confirm").count():
        act(page, Random(1))
    click(page, page.locator("#confirm"))
    expect(page.locator("#ask")).to_contain_text("Time to take it back")


def play_to_the_end(pages: list[Page], seed: int, seconds: float = 900) -> int:
    """Play on the pages of all players until the game is over on each; return the clicks."""
    random = Random(seed)
    until = time.monotonic() + seconds
    for clicks in range(MOST_CLICKS):
        assert time.monotonic() < until, f"{clicks} clicks took {seconds} seconds"
        if len(pages) == 1:
            asked = pages if wait_for_turn(pages[0]) else []
        else:
            asked = [wait_for_one(pages)] if not is_over(pages[0]) else []
        if not asked or is_over(asked[0]):
            for page in pages:
                expect(page.locator("#table.is-over")).to_be_visible()
            return clicks
        act(asked[0], random)
    raise AssertionError(f"{MOST_CLICKS} clicks and the game is not over")


def wait_for_one(pages: list[Page], seconds: float = 90) -> Page:
    """Wait until all pages show the same version and one asks something or is over; return it.

    So at every move of a game each page has to hear of it.
    """
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        tables = [page.locator("#table") for page in pages]
        versions = [int(table.get_attribute("data-version") or 0) for table in tables]
        for page, version in zip(pages, versions, strict=True):
            if version < max(versions):
                wait_until(page, NEWEST, max(versions))
        if len(set(versions)) == 1:
            for page in pages:
                if is_asked(page) or is_over(page):
                    return page
    raise AssertionError(f"no seat is asked; the pages are at {versions}")


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until an element that fits has the focus."""
    for _ in range(300):
        if page.evaluate("what => document.activeElement.matches(what)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")
