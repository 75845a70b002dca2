"""Tables for the tests, made beside the running site."""

import os
from typing import Any

from playwright.sync_api import Page

from tests.e2e.conftest import Visit
from tests.e2e.sites import Person, Site

SEED = os.environ.get("E2E_SEED", "e2e")
"""Of the deals: another one shows other positions."""


def make_table(site: Site, *seats: Person | str, answers: int = 0, **wish: object) -> str:
    """Return the address of a running table of people and bots, so many answers into its game.

    The same seats and answers always give the same position.
    """
    people = [seat if isinstance(seat, str) else {"name": seat.name} for seat in seats]
    code = f"""
import json
from unittest import mock
from accounts.models import User
from engine import Chance
from engine.bots import BOTS
from games.tables.models import Access, Game, Seat
from games.tables import publishing
from games.tables.services.bots import play_bot
from games.tables.services.play import engine_game, submit_actions
from games.lobby.services.opening import Wish, create_table
from games.lobby.services.seating import join_table

who = [one if isinstance(one, str) else User.objects.get(username=one["name"]) for one in {people}]
wish = {wish}
seed = "{SEED} {len(seats)} {answers}"
with (mock.patch.object(publishing, "wake_bots_of"),
      mock.patch("games.tables.models.game.secrets.token_hex", return_value=seed)):
    game = create_table(who[0], Wish(players=len(who), others=tuple(
        one if isinstance(one, str) else None for one in who[1:]), **wish))
    for number, one in enumerate(who):
        if number and not isinstance(one, str):
            join_table(one, game.pk, number, game.token)
    for count in range(10_000):
        game = Game.objects.get(pk=game.pk)
        asked = list(Seat.objects.filter(game=game, asked=True).order_by("number"))
        if not asked or count >= {answers} and any(seat.user_id == who[0].pk for seat in asked):
            break
        seat = asked[-1]
        if seat.bot:
            play_bot(game.pk, seat.number)
        else:
            view = engine_game(game).view(seat.number)
            action = BOTS["noisy"](view, Chance(str(count)))
            submit_actions(seat.user, game.pk, [action], game.seq)
print(json.dumps(game.get_absolute_url()))
"""
    return str(site.script(code))


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
