"""Fair play in a browser: blocking and reporting on a phone; a moderator at work."""

import re

from playwright.sync_api import expect

from tests.e2e.conftest import NARROW, Visit
from tests.e2e.sites import Person, Site
from tests.e2e.tables import make_table
from tests.e2e.test_pages import faults, sideways

MAKE_A_MODERATOR = """
from accounts.models import User
User.objects.filter(username={name!r}).update(is_staff=True, is_superuser=True)
"""


def test_reporting_and_blocking_on_a_phone(visit: Visit, site: Site) -> None:
    """From the menu of a game to the report, from the profile to the list of the blocked."""
    me, other = site.someone(), site.someone()
    table = make_table(site, me, other)
    page = visit(me, viewport=NARROW, has_touch=True, is_mobile=True).new_page()
    page.goto(table)
    page.locator("#more > summary").click()
    page.get_by_role("link", name=f"Report {other.name}").click()
    expect(page.get_by_role("heading", name=f"Report {other.name}")).to_be_visible()
    assert sideways(page) == []
    assert faults(page) == []
    page.get_by_label("Stalling: playing slowly on purpose").check()
    page.get_by_label("What happened").fill("Five days for one move.")
    page.get_by_role("button", name="Send the report").click()
    expect(page.locator("#messages")).to_contain_text("A moderator will review it")
    expect(page).to_have_url(re.compile(f"/players/{other.name}/"))
    page.get_by_role("button", name="Block").click()
    expect(page.locator("main")).to_contain_text("You have blocked this player")
    assert sideways(page) == []
    assert faults(page) == []
    page.goto("/fair-play/")
    expect(page.locator("#blocked")).to_contain_text(other.name)
    expect(page.locator("main")).to_contain_text("not yet reviewed")
    assert sideways(page) == []
    assert faults(page) == []
    page.get_by_role("button", name=f"Unblock {other.name}").click()
    expect(page.locator("#blocked")).to_contain_text("You haven't blocked anyone")


def test_a_moderator_decides_and_takes_it_back(visit: Visit, site: Site) -> None:
    """A report becomes a case; the player is taken out of rated play, and is back."""
    moderator, reporter, player = site.someone(), site.someone(), site.someone()
    site.script(MAKE_A_MODERATOR.format(name=moderator.name))
    page = visit(reporter).new_page()
    page.goto(f"/fair-play/report/{player.name}/")
    page.get_by_label("Several accounts").check()
    page.get_by_role("button", name="Send the report").click()
    expect(page.locator("#messages")).to_contain_text("Thanks")

    desk = visit(moderator).new_page()
    desk.goto(f"/admin/fairplay/case/?q={player.name}")
    desk.locator("#result_list tbody th a").first.click()
    expect(desk.locator("#content")).to_contain_text("Several accounts")
    desk.get_by_label("Bar the player from rated games").check()
    desk.locator("#id_player").select_option(label=player.name)
    desk.locator("#id_why").fill("Two accounts at one table.")
    desk.get_by_role("button", name="Decide").click()
    expect(desk.locator(".messagelist")).to_contain_text("Decision recorded.")

    says = "barred you from rated games until"
    barred(visit, player, says)
    desk.get_by_role("button", name="Undo").click()
    expect(desk.locator(".messagelist")).to_contain_text("Decision undone.")
    expect(desk.locator("#content")).to_contain_text("Open")
    theirs = visit(player).new_page()
    theirs.goto("/fair-play/")
    expect(theirs.locator("main")).to_contain_text("reversed")
    expect(theirs.locator("main")).not_to_contain_text(says)


def barred(visit: Visit, player: Person, says: str) -> None:
    """Look with the eyes of who is barred: the page says so, and so does a rated table."""
    page = visit(player).new_page()
    page.goto("/fair-play/")
    expect(page.locator("main")).to_contain_text(says)
    expect(page.locator("main")).to_contain_text("Two accounts at one table.")
    page.goto("/tables/new/")
    page.locator('button[value="anybody"]').click()
    expect(page.locator("body")).to_contain_text(says)
