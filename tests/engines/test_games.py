"""Playing in Firefox and WebKit: everything answers as it does in Chromium."""

from random import Random

import pytest

from tests.e2e.sites import Site
from tests.e2e.tables import make_table
from tests.engines.browser import Window
from tests.engines.conftest import ENGINES, Enter
from tests.engines.playing import click, play_turn

PORTRAIT = ".pop:popover-open svg.portrait > *"
"""What is drawn in the portrait of the opened card."""


def open_a_card(window: Window) -> None:
    """Open the card of an agent whose name the page has, and close it again.

    After the answer of the opponent, which changes the log under the pointer.
    """
    window.wait_for("#table.is-mine, #table.is-over")
    window.click("#log a.agent-name")
    window.wait_for(PORTRAIT)
    window.driver.press("Escape")
    window.wait('() => !document.querySelector(".pop:popover-open")')


@pytest.mark.parametrize("engine", ENGINES)
def test_a_short_game(enter: Enter, site: Site, engine: str) -> None:
    """The mulligan and a turn against a bot; the page is never loaded again."""
    person = site.someone()
    window = enter(engine, person)
    window.open(make_table(site, person, "noisy"))
    window.value("() => { window.isTheSame = true }")
    random = Random(1)
    for _ in range(2):
        assert play_turn(window, random)
    open_a_card(window)
    assert window.value("() => window.isTheSame")


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
def test_a_long_evening(enter: Enter, site: Site, engine: str) -> None:
    """Fifteen turns, a plan, the replay, a tutorial and a puzzle."""
    person, rival = site.someone(), site.someone()
    window = enter(engine, person)
    window.open(make_table(site, person, "noisy"))
    random = Random(2)
    for _ in range(16):
        if not play_turn(window, random):
            break
    else:
        open_a_card(window)

    address = make_table(site, rival, person, answers=20)
    window.open(address + "plan/")
    window.wait_for("#hand a.card")
    click(window, '#hand a[href*="card="]')
    click(window, '#answer button[name="action"]:enabled')

    over = make_table(site, person, "noisy", answers=10_000)
    window.open(over + "replay/")
    for move in (1, 2, 3):
        window.click("#step-on")
        window.wait(f"() => location.pathname.includes('/replay/{move}/')")
    window.click("#step-last")
    window.wait('() => /won|draw/i.test(document.querySelector("#ask")?.textContent)')

    window.open("/learn/")
    window.click('main a[href^="/learn/"]:not([href$="/help/"])')
    window.wait_for("#table")

    window.open("/puzzles/")
    window.click('main a[href^="/puzzles/"]')
    window.wait_for("#hand a.card")
    click(window, '#hand a[href*="card="]')
