"""Moving from a mail, on a phone without a session."""

import re

from playwright.sync_api import expect

from tests.e2e.conftest import Visit, take_picture
from tests.e2e.sites import Person, Site
from tests.e2e.tables import make_table, new_people

PHONE = {"width": 390, "height": 844}


def link_of(site: Site, address: str, person: Person) -> str:
    """Return the address that a mail of this moment holds."""
    code = f"""
import json
from django.utils import timezone
from games.tables.models import Seat
from games.notifications.links import to_move
seat = Seat.objects.get(game={address.strip("/").split("/")[-1]}, user__username="{person.name}")
print(json.dumps(to_move(seat.user, seat, timezone.now())))
"""
    return str(site.script(code))


def test_a_turn_from_a_mail(visit: Visit, site: Site) -> None:
    people = new_people(site, 2)
    link = link_of(site, make_table(site, *people, answers=12, public=False), people[0])
    phone = visit(viewport=PHONE)
    page = phone.new_page()
    page.goto(link)
    expect(page.locator(".your-turn")).to_be_visible()
    expect(page.locator("#talk, #notes, #resign")).to_have_count(0)
    take_picture(page, "moving", full_page=True)
    page.locator("#hand a.card").first.click()
    page.locator("#use-lead").click()
    said = page.get_by_role("status").get_by_role("heading", level=1)
    chosen = page.locator(".draft-steps > li")
    for answers in range(1, 12):
        expect(said.or_(chosen.nth(answers - 1))).to_be_visible()
        confirm = page.locator("#confirm")
        if confirm.count():
            confirm.click()
            break
        page.locator("#answer button").first.click()
    expect(said).to_have_text("Your move has been played.")
    expect(page.locator("html")).not_to_have_class(re.compile("has-table"))
    expect(page.locator("header.top")).to_be_visible()
    assert not [cookie for cookie in phone.cookies() if cookie["name"] == "sessionid"]

    page.goto(link)
    expect(said).to_have_text("This turn is over.")
    page.goto(f"{site.address}/")
    expect(page.locator("#more")).to_have_count(0)
