"""An app in a real browser: the consent page leads to it, and to no other place."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import NARROW, WIDE, Visit, at_night, take_picture
from tests.e2e.sites import Site
from tests.e2e.test_pages import faults_in_themes, sideways
from tests.e2e.test_signing_in import PASSWORD, ada, prove, send

__all__ = ["ada"]

ASKED = (
    "/oauth/authorize/?response_type=code&client_id=board-stats&scope=read:private+play&state=x"
    "&redirect_uri=http://localhost:8123/back&code_challenge_method=S256&code_challenge=" + "a" * 43
)


@pytest.mark.parametrize("viewport", [*at_night(WIDE), NARROW], ids=["desktop", "phone"])
def test_axe_finds_no_fault(site: Site, ada: str, visit: Visit, viewport: dict[str, int]) -> None:
    page = visit(viewport=viewport).new_page()
    page.goto(site.address + ASKED)
    send(page, login=ada, password=PASSWORD)
    prove(page)
    expect(page.locator("h1")).to_contain_text("board-stats (localhost)")
    assert faults_in_themes(page) == []
    assert sideways(page) == []


def test_the_page_leads_to_the_app(site: Site, ada: str, visit: Visit) -> None:
    page = visit().new_page()
    page.goto(site.address + ASKED)
    send(page, login=ada, password=PASSWORD)
    prove(page)
    expect(page.locator("h1")).to_contain_text("board-stats (localhost)")
    take_picture(page, "consent", full_page=True)
    page.get_by_label("Play: answer").uncheck()
    with page.expect_request("http://localhost:8123/**") as led:
        page.get_by_role("button", name="Allow").click()
    assert "code=" in led.value.url
    assert "state=x" in led.value.url
