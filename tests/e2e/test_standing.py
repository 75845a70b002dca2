"""Standing answers, in the browser."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NARROW, WIDE, Visit, at_night, take_picture
from tests.e2e.playing import tab_to, wait_for_turn, wait_until_enabled
from tests.e2e.sites import Site
from tests.e2e.tables import make_table, new_people


def test_the_mulligan_is_answered_beforehand(visit: Visit, site: Site) -> None:
    ada, bob = new_people(site, 2)
    page = visit(ada).new_page()
    page.goto("/preferences/")
    page.get_by_label("Mulligan").select_option("keep")
    page.get_by_text("Standing answers", exact=True).scroll_into_view_if_needed()
    take_picture(page, "standing-preferences")
    with page.expect_navigation():
        page.get_by_role("button", name="Save").click()
    page.goto(make_table(site, bob, ada))
    expect(page.locator("#ask")).to_contain_text("Your standing answer")
    page.locator("#more > summary").click()
    page.locator("#standing > summary").click()
    page.get_by_label("Choice 1").select_option("mars")
    take_picture(page, "standing")
    page.locator("#standing button").click()
    page.set_viewport_size(NARROW)
    expect(page.locator("#more")).not_to_have_attribute("open", "")
    take_picture(page, "standing-narrow")
    page.locator("#take-back").click()
    wait_for_turn(page)
    expect(page.locator("#confirm")).to_be_visible()


ASK_ADA = """
from datetime import timedelta
from django.utils import timezone
from games.tables.models import Game, Seat
from games.tables.services.play import submit_actions
from tests.engine.prepared import prepared

game = Game.objects.get(pk={game})
engine = prepared(hand=["titus"], discs={{"terra": -3}}, tokens={{"terra": "influence"}})
Game.objects.filter(pk=game.pk).update(setup=engine.record(), snapshot=engine.snapshot())
bob = Seat.objects.select_related("user").get(game=game, number=0)
Seat.objects.filter(game=game).update(asked=False)
Seat.objects.filter(pk=bob.pk).update(asked=True)
submit_actions(bob.user, game.pk, ["recruit titus", "planet terra"], 0)
later = timezone.now() + timedelta(days=1)
Seat.objects.filter(game=game, number=1, sends_at__isnull=False).update(
    sealed_at=later, sends_at=later)
"""
"""Bob wins the disc of Terra and with it a token, for which Ada chooses a planet.

Her standing answer is held back for a day, so that a slow machine sees it before it is sent.
"""


def click_to(page: Page, selector: str) -> None:
    """Click an element."""
    page.locator(selector).click()


def press_to(page: Page, selector: str) -> None:
    """Press Enter on an element that Tab leads to."""
    expect(page.locator(selector)).to_be_visible()
    tab_to(page, selector)
    wait_until_enabled(page.locator(selector))
    page.keyboard.press("Enter")


def pick(page: Page, selector: str, planet: str) -> None:
    """Choose a planet of a list with the mouse."""
    page.locator(selector).select_option(label=planet)


def type_in(page: Page, selector: str, planet: str) -> None:
    """Choose a planet of a list by the first letters of its name."""
    tab_to(page, selector)
    page.keyboard.type(planet[:2])


@pytest.mark.parametrize(
    ("do", "choose", "viewport"),
    [
        (press_to, type_in, WIDE),
        *at_night((click_to, pick, WIDE), (click_to, pick, NARROW), (press_to, type_in, NARROW)),
    ],
)
def test_influence_in_the_opponents_turn_goes_in_the_players_order(
    visit: Visit,
    site: Site,
    viewport: dict[str, int],
    do: Callable[[Page, str], None],
    choose: Callable[[Page, str, str], None],
) -> None:
    """The order is kept in the menu, answers the question, and can be taken back."""
    ada, bob = new_people(site, 2)
    table = make_table(site, bob, ada)
    page = visit(ada, viewport=viewport).new_page()
    page.goto(table)
    do(page, "#more > summary")
    do(page, "#standing > summary")
    choose(page, "#standing-1", "Terra")
    choose(page, "#standing-2", "Jupiter")
    do(page, "#standing button")
    expect(page.locator("#more")).not_to_have_attribute("open", "")
    page.goto(table)
    do(page, "#more > summary")
    do(page, "#standing > summary")
    expect(page.locator("#standing-1")).to_have_value("terra")
    expect(page.locator("#standing-2")).to_have_value("jupiter")

    site.script(ASK_ADA.format(game=table.strip("/").split("/")[-1]))
    other = visit(bob).new_page()
    other.goto(table)
    expect(other.locator("#ask")).not_to_contain_text("standing answer")
    page.goto(table)
    expect(page.locator("#ask")).to_contain_text("Your standing answer")
    expect(page.locator(".draft-steps")).to_contain_text("Jupiter")  # the disc of Terra is won
    do(page, "#take-back")
    do(page, "#undo")
    do(page, "#answer-planet-mars")
    do(page, "#confirm")
    expect(page.locator("#confirm")).to_have_count(0)
    expect(page.locator("#log")).to_contain_text("Mars 1 step towards you.")
