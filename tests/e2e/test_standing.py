"""Standing answers, in the browser."""

from pathlib import Path

from playwright.sync_api import expect

from tests.e2e.conftest import NARROW, Visit
from tests.e2e.playing import wait_for_turn
from tests.e2e.sites import Site
from tests.e2e.tables import make_table, new_people


def test_the_mulligan_is_answered_beforehand(visit: Visit, site: Site, artefacts: Path) -> None:
    ada, bob = new_people(site, 2)
    page = visit(ada).new_page()
    page.goto("/preferences/")
    page.get_by_label("Mulligan").select_option("keep")
    page.get_by_text("Standing answers", exact=True).scroll_into_view_if_needed()
    page.screenshot(path=artefacts / "standing-preferences.png")
    page.get_by_role("button", name="Save").click()
    page.goto(make_table(site, bob, ada))
    expect(page.locator("#ask")).to_contain_text("Your standing answer")
    page.locator("#more > summary").click()
    page.locator("#standing > summary").click()
    page.get_by_label("Choice 1").select_option("mars")
    page.screenshot(path=artefacts / "standing.png")
    page.locator("#standing button").click()
    page.set_viewport_size(NARROW)  # type: ignore[arg-type]
    expect(page.locator("#more")).not_to_have_attribute("open", "")
    page.screenshot(path=artefacts / "standing-narrow.png")
    page.locator("#take-back").click()
    wait_for_turn(page)
    expect(page.locator("#confirm")).to_be_visible()
