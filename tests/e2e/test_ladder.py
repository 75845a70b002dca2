"""The ladder: a challenge from a phone, answered at a desk, resigned, and the places change."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NARROW, WIDE, Visit, take_picture
from tests.e2e.sites import Site
from tests.e2e.tables import connected, new_people
from tests.e2e.test_pages import CONTRAST, faults, sideways

PHONE = {"viewport": NARROW, "has_touch": True, "is_mobile": True}


def looks_right(page: Page, name: str) -> None:
    """Take a picture; nothing sticks out, nothing is hard to read, dark or light."""
    width = page.viewport_size["width"] if page.viewport_size else 0
    assert sideways(page) == []
    assert faults(page) == []
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert faults(page, *CONTRAST) == []
    take_picture(page, f"{width}-ladder-{name}", full_page=True)
    page.emulate_media(color_scheme="light", reduced_motion="reduce")


def place_of(page: Page, name: str) -> str:
    """Return the place of a player on the open ladder."""
    row = page.locator("#rungs tbody tr").filter(has=page.get_by_role("rowheader", name=name))
    return row.locator("td").first.inner_text()


def test_a_challenge_is_made_accepted_and_lost(visit: Visit, site: Site) -> None:
    """Ada joins first and stands higher; Bob challenges her on his phone and gets her place."""
    ada, bob = new_people(site, 2)
    hers, his = visit(ada, viewport=WIDE).new_page(), visit(bob, **PHONE).new_page()
    for page in (hers, his):
        page.goto("/ladder/")
        page.get_by_role("button", name="Join at the bottom").click()
        expect(page.locator("#me")).to_contain_text("Your place:")
    high, low = place_of(his, ada.name), place_of(his, bob.name)
    assert int(low) == int(high) + 1
    looks_right(his, "joined")

    his.get_by_role("link", name=f"Challenge {ada.name}").click()
    expect(his.get_by_role("heading", level=1)).to_contain_text(f"for place {high}?")
    looks_right(his, "confirm")
    his.get_by_role("button", name=f"Challenge {ada.name}").click()
    expect(his.locator(".challenges")).to_contain_text(f"You have challenged {ada.name}")
    expect(his.get_by_role("link", name=f"Challenge {ada.name}")).to_have_count(0)
    his.reload()  # without the message
    looks_right(his, "waiting")

    connected(his, "/ladder/")
    hers.goto("/")
    hers.locator(".notices").get_by_role("link", name="Answer").click()
    expect(hers.locator(".challenges")).to_contain_text(f"{bob.name} challenges you")
    looks_right(hers, "answer")
    hers.get_by_role("button", name="Accept").click()
    expect(hers.locator("#table")).to_be_visible()
    expect(hers.locator(".bar")).to_contain_text(f"Ladder: for place {high}")
    expect(his.locator(".challenges")).to_contain_text(
        f"You're playing {ada.name} for place {high}."
    )
    game = hers.url.rstrip("/").rsplit("/", 1)[1]
    token = hers.evaluate("document.querySelector('[name=csrfmiddlewaretoken]').value")
    answer = hers.request.post(
        f"/tables/{game}/resign/",
        form={"csrfmiddlewaretoken": token, "seq": "0"},
        headers={"Referer": hers.url},
    )
    assert answer.ok

    his.goto("/ladder/")
    expect(his.locator("#me")).to_contain_text(f"Your place: {high}")
    assert place_of(his, ada.name) == low
    his.get_by_role("link", name="My place over time").click()
    expect(his.locator(".history")).to_contain_text(f"Won: challenged {ada.name}")
    expect(his.locator(".history")).to_contain_text(f"{low} → {high}")
    expect(his.locator(".chart svg")).to_be_visible()
    looks_right(his, "member")
    hers.goto("/ladder/days/")
    looks_right(hers, "after")


@pytest.mark.slow
def test_the_challenger_of_a_live_game_is_led_to_the_table(visit: Visit, site: Site) -> None:
    """Wherever Bob waits, his clock runs: his page of the ladder goes there, others show it."""
    ada, bob = new_people(site, 2)
    hers, his = visit(ada, viewport=WIDE).new_page(), visit(bob, **PHONE).new_page()
    for page in (hers, his):
        page.goto("/ladder/live/")
        page.get_by_role("button", name="Join at the bottom").click()
        expect(page.locator("#me")).to_contain_text("Your place:")
    his.get_by_role("link", name=f"Challenge {ada.name}").click()
    his.get_by_role("button", name=f"Challenge {ada.name}").click()
    expect(his.locator(".challenges")).to_contain_text(f"You have challenged {ada.name}")
    elsewhere = his.context.new_page()

    hers.goto("/ladder/live/")
    hers.get_by_role("button", name="Accept").click()
    expect(hers.locator("#table")).to_be_visible()
    his.wait_for_url(hers.url)
    expect(his.locator("#table")).to_be_visible()
    elsewhere.goto("/ladder/")
    expect(elsewhere.get_by_role("link", name="Live game")).to_be_visible()
    looks_right(elsewhere, "live-game")
    hers.goto("/ladder/live/")
    looks_right(hers, "live-game")
    hers.get_by_role("link", name="Live game").click()
    expect(hers.locator("#table")).to_be_visible()
