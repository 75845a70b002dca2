"""A tournament in a browser: hosted, entered, started, a round played, the next one there."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NARROW, WIDE, Visit
from tests.e2e.sites import Person, Site
from tests.e2e.tables import new_people
from tests.e2e.test_pages import faults_in_themes, sideways

THE_OTHER_TABLE = """
import json
from games.tables.models import Game, Status
games = Game.objects.filter(status=Status.RUNNING, pairing__round__tournament__name={name!r})
(game,) = games.exclude(seats__user__username={host!r})
print(json.dumps([game.seats.get(number=0).user.username, game.get_absolute_url()]))
"""


def resign(page: Page) -> None:
    """Resign on the page of a table."""
    page.locator("#more > summary").click()
    page.locator("#resign > summary").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.get_by_text("You resigned the game.").first).to_be_visible()


def click_on_all(visit: Visit, people: list[Person], address: str, button: str) -> None:
    """Let people click on a button of a page."""
    for person in people:
        page = visit(person, viewport=NARROW).new_page()
        page.goto(address)
        page.get_by_role("button", name=button, exact=True).click()
        expect(page.get_by_text("You have joined.")).to_be_visible()


def is_fine(page: Page) -> None:
    """Nothing sticks out, and axe has nothing to say."""
    assert sideways(page) == []
    assert faults_in_themes(page) == []


@pytest.mark.slow
@pytest.mark.parametrize("viewport", [NARROW, WIDE], ids=["phone", "desktop"])
def test_a_tournament(site: Site, visit: Visit, viewport: dict[str, int]) -> None:
    name = f"Cup {viewport['width']}"
    host, *others = new_people(site, 4)
    page = visit(host, viewport=viewport).new_page()
    page.goto("/tournaments/")
    page.get_by_role("link", name="Host a tournament").click()
    expect(page.get_by_role("heading", name="Host a tournament")).to_be_visible()
    is_fine(page)
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Pace").select_option("days-2")
    page.get_by_label("The same deal at every table").check()
    page.get_by_role("button", name="Host this tournament").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    expect(page.get_by_role("button", name="Start now")).to_be_disabled()
    expect(page.get_by_text("A tournament needs 4 players: 4 more to go.")).to_be_visible()
    is_fine(page)
    address = page.url

    page.get_by_role("button", name="Join").click()
    expect(page.get_by_text("You have joined.")).to_be_visible()
    click_on_all(visit, others, address, "Join")
    page.reload()
    page.get_by_role("button", name="Start now").click()
    # The page looks again by itself while the tables are being set up.
    expect(page.get_by_role("link", name="To the table")).to_be_visible()
    expect(page.get_by_role("heading", name="Round 1 of 3")).to_be_visible()
    is_fine(page)
    page.get_by_role("link", name="To the table").click()
    page.locator("#more > summary").click()
    expect(page.locator("#more").get_by_role("link", name=f"{name}, Round 1")).to_be_visible()
    page.locator("#more > summary").click()
    resign(page)
    expect(page.get_by_text("the hands stay closed until the round is over")).to_be_visible()
    player, table = site.script(THE_OTHER_TABLE.format(name=name, host=host.name))
    (other,) = [person for person in others if person.name == player]
    last = visit(other, viewport=viewport).new_page()
    last.goto(table)
    resign(last)
    # That was the last game: the next round is paired at once, not at the next full minute.
    page.locator("#ask").get_by_role("link", name=f"{name}, Round 1").click()
    expect(page.get_by_role("heading", name="Round 2 of 3")).to_be_visible()
    page.get_by_role("navigation", name="Rounds").get_by_role("link", name="Round 1").click()
    expect(page.get_by_text("2 tables got this deal.")).to_be_visible()
    is_fine(page)
    page.get_by_role("link", name="replay").first.click()
    expect(page.get_by_role("heading", name="Open hands")).to_be_visible()
