"""The form of a new table."""

import re
from itertools import product

import pytest
from playwright.sync_api import Locator, Page, expect

from engine.bots import LEVELS
from tests.e2e.conftest import NARROW, WIDE, Visit
from tests.e2e.sites import Site


def seat(page: Page, number: int) -> Locator:
    """Return the drawing of a seat."""
    parts = page.locator(".own-seat, .opponent")
    return parts.filter(has=page.get_by_text(f"Seat {number}", exact=True).filter(visible=True))


def holds(outer: Locator, inner: Locator) -> bool:
    """Whether an element is drawn within another one."""
    big, small = outer.bounding_box(), inner.bounding_box()
    assert big is not None
    assert small is not None
    return (
        big["x"] <= small["x"]
        and big["y"] <= small["y"]
        and small["x"] + small["width"] <= big["x"] + big["width"]
        and small["y"] + small["height"] <= big["y"] + big["height"]
    )


@pytest.mark.parametrize(
    ("viewport", "scripts"), [(WIDE, True), (NARROW, False)], ids=["wide", "narrow, no scripts"]
)
def test_the_teams_are_drawn_around_the_own_seat(
    visit: Visit, site: Site, viewport: dict[str, int], *, scripts: bool
) -> None:
    context = visit(site.someone(), viewport=viewport, java_script_enabled=scripts)
    page = context.new_page()
    page.goto("/tables/new/")
    teams = {name: page.locator(".team", has_text=name) for name in ("Opponents", "Your team")}
    expect(page.get_by_role("combobox", name="Against", exact=True)).to_be_visible()
    expect(teams["Your team"]).to_be_hidden()
    page.get_by_label("Four, two against two").check()
    for own in (1, 2, 3, 4):
        page.get_by_label("My seat").select_option(str(own - 1))
        expect(seat(page, own)).to_contain_text("You")
        for number in (1, 2, 3, 4):
            is_mate = number % 2 == own % 2
            assert holds(teams["Your team" if is_mate else "Opponents"], seat(page, number))
            if number != own:
                role = "Teammate" if is_mate else "Opponent"
                name = re.compile(rf"^{role}\s+Seat {number}$")
                expect(seat(page, number).get_by_role("combobox", name=name)).to_be_visible()
        for left, right in product((1, 2), (3, 4)):
            boxes = [seat(page, number).bounding_box() for number in (left, right)]
            assert boxes[0]
            assert boxes[1]
            assert boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"]
    page.get_by_label("Two, one against one").check()
    expect(page.get_by_role("combobox", name="Against", exact=True)).to_be_visible()
    expect(page.get_by_text("Seat 3").filter(visible=True)).to_have_count(0)


def test_the_players_sit_where_they_are_drawn(visit: Visit, site: Site) -> None:
    page = visit(site.someone()).new_page()
    page.goto("/tables/new/")
    page.get_by_label("Four, two against two").check()
    page.get_by_label("My seat").select_option("2")
    bots = dict(zip((1, 2, 4), list(LEVELS)[:3], strict=True))
    for number, bot in bots.items():
        seat(page, number).get_by_role("combobox").select_option(f"bot:{bot}")
    page.get_by_role("button", name="Open the table").click()
    expect(page).to_have_url(re.compile(r"/tables/\d+/"))
    [number] = re.findall(r"/tables/(\d+)/", page.url)
    seated = site.script(
        f"""
import json
from games.tables.models import Seat
seats = Seat.objects.filter(game={number}).order_by("number")
print(json.dumps([seat.bot for seat in seats]))
"""
    )
    assert seated == [bots[1], bots[2], "", bots[4]]
