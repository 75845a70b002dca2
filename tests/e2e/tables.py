"""Tables for the tests, made beside the running site."""

import os
from typing import Any

from playwright.sync_api import Page

from tests.e2e.conftest import Visit
from tests.e2e.sites import Person, Site

SEED = os.environ.get("E2E_SEED", "e2e")
"""Of the deals: another one shows other positions."""


MAKE_TABLE = """
import json
from tests.e2e.making import table
print(json.dumps(table(*{arguments})))
"""


def make_table(site: Site, *seats: Person | str, answers: int = 0, **wish: object) -> str:
    """Return the address of a running table of people and bots, so many answers into its game.

    The same seats and answers always give the same position.
    """
    places = [seat if isinstance(seat, str) else {"username": seat.name} for seat in seats]
    seed = f"{SEED} {len(seats)} {answers}"
    return str(site.script(MAKE_TABLE.format(arguments=(places, seed, answers, wish))))


def new_people(site: Site, count: int) -> list[Person]:
    """Return people whom no other test has had."""
    return [site.someone() for _ in range(count)]


def open_tables(visit: Visit, site: Site, *seats: str, **wish: Any) -> list[Page]:
    """Return the pages of all people of a new table; `person` and names of bots as seats."""
    people = new_people(site, seats.count("person"))
    waiting = list(people)
    address = make_table(
        site, *(waiting.pop(0) if seat == "person" else seat for seat in seats), **wish
    )
    pages = []
    for person in people:
        page = visit(person).new_page()
        page.goto(address)
        pages.append(page)
    return pages


TOLD = """
document.addEventListener("told", ({ detail }) => { window.isTold ||= Boolean(detail.waiting) });
"""


def connected(page: Page, path: str) -> Page:
    """Open a page, and wait until its socket has told which games wait.

    The page takes note of it: what Playwright hears may be the socket of the page before.
    """
    page.add_init_script(TOLD)
    page.goto(path)
    page.wait_for_function("() => window.isTold")
    return page
