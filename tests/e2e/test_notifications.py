"""Notifications in a browser: the settings page, its tests, and the log."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NARROW, Visit, at_night, take_picture
from tests.e2e.sites import Person, Site
from tests.e2e.tables import make_table, new_people
from tests.e2e.test_pages import CONTRAST, faults, sideways

PHONE = {"viewport": NARROW, "has_touch": True, "is_mobile": True}

HISTORY = """
from datetime import timedelta
from django.utils import timezone
from accounts.models import User
from games.notifications import reasons
from games.notifications.bounces import BOUNCE, note_bad
from games.notifications.models import Delivery, Notification
from games.notifications.models import NotificationSettings
user = User.objects.get(username={name!r})
now = timezone.now()
game = user.seats.get().game
NotificationSettings.objects.create(user=user, matrix={{"talk": {{"mail": True}}}}, digest="weekly")
stories = [
    ("turn", "sent", "", 0, ""), ("time", "dropped", "moved", 0, ""),
    ("question", "waiting", "unseen", 20, ""), ("talk", "digest", "", 0, ""),
    ("proposal", "waiting", "quiet", 600, ""),
    ("over", "failed", "bad_address", 0, "550 5.1.1 The address that you tried does not exist"),
]
for number, (what, state, reason, minutes, said) in enumerate(stories):
    notification = Notification.objects.create(
        user=user, game=game, kind=what, key=f"story {{number}}",
        data={{"share": 20}}, at=now - timedelta(hours=number))
    for channel in ("mail", "push") if what == "turn" else ("mail",):
        Delivery.objects.create(
            notification=notification, channel=channel, state=state, reason=reason, said=said,
            due_at=now + timedelta(minutes=minutes or 1000),
            settled_at=None if state == "waiting" else now)
if {bad}:
    note_bad(user.email, BOUNCE, "550 5.1.1 The address that you tried does not exist")
"""


def person_with_history(site: Site, bad: bool = False) -> Person:
    """Return a player with a game, wishes of their own, and notifications that went every way."""
    ada, bob = new_people(site, 2)
    make_table(site, ada, bob, answers=8)
    site.script(HISTORY.format(name=ada.name, bad=bad))
    return ada


def cell(page: Page, what: str, channel: str) -> str:
    """Say whether a cell of the matrix is ticked, found as a screen reader finds it."""
    box = (
        page.get_by_role("row", name=what)
        .get_by_role("checkbox")
        .nth(["Push", "Webhook", "Mail"].index(channel))
    )
    expect(box).to_have_accessible_name(f"{what} {channel}")
    return "on" if box.is_checked() else "off"


def mails_to(site: Site, person: Person) -> list[str]:
    """Return the mails to a player."""
    texts = [path.read_text() for path in (site.folder / "mails").iterdir()]
    return [text for text in texts if f"To: {person.name}@example.org" in text]


def test_wishes_and_a_test_by_mail_on_a_phone_without_scripts(visit: Visit, site: Site) -> None:
    """All of it are plain forms; the test really comes."""
    [ada] = new_people(site, 1)
    page = visit(ada, java_script_enabled=False, **PHONE).new_page()
    page.goto("/preferences/")
    page.get_by_role("main").get_by_role("link", name="Notifications").click()
    page.get_by_label("My turns only").check()
    page.locator("#presets").get_by_role("button", name="Save").click()
    expect(page.get_by_label("My turns only")).to_be_checked()
    page.get_by_role("radio", name="Everything").and_(page.locator("[value=everything]")).check()
    page.locator("#presets").get_by_role("button", name="Save").click()
    page.locator("#advanced > summary").click()
    page.locator("[name=talk-mail]").check()
    page.locator("[name=turn-push]").uncheck()
    page.locator("[name=mail_after]").fill("5")
    page.get_by_label("other hours").check()
    page.locator("[name=quiet_from]").fill("21:15")
    page.locator("[name=quiet_to]").fill("08:30")
    page.locator("[name=digest]").select_option("weekly")
    page.locator("[name=digest_day]").select_option("4")
    page.locator("#advanced").get_by_role("button", name="Save").click()
    expect(page.locator("#messages")).to_contain_text("Saved.")
    assert cell(page, "Talk at my table", "Mail") == "on"
    assert cell(page, "It is my turn", "Push") == "off"
    expect(page.locator("[name=quiet_from]")).to_have_value("21:15")
    expect(page.locator("[name=digest_day]")).to_have_value("4")

    page.get_by_role("button", name="Send me a test mail").click()
    came = page.locator("#tests .came")
    expect(came).to_contain_text("Test of")
    while came.evaluate("e => e.classList.contains('waiting')"):
        with page.expect_request(lambda request: request.is_navigation_request()):
            page.get_by_role("link", name="Refresh").click()
    expect(came).to_contain_text("Sent today")
    [text] = mails_to(site, ada)
    assert "A test" in text

    page.get_by_role("button", name="Reset to defaults").click()
    page.locator("#advanced > summary").click()
    expect(page.locator("[name=mail_after]")).to_have_value("30")
    assert cell(page, "Talk at my table", "Mail") == "off"


def test_what_came_of_a_test_shows_by_itself(visit: Visit, site: Site) -> None:
    """The page looks again until it knows, and then no more."""
    [ada] = new_people(site, 1)
    page = visit(ada).new_page()
    page.goto("/notifications/")
    page.get_by_role("button", name="Send me a test mail").click()
    expect(page.locator("#tests .came")).to_contain_text("Sent today")
    expect(page.locator("#tests[hx-trigger]")).to_have_count(0)


def test_only_what_is_chosen_asks_for_more(visit: Visit, site: Site) -> None:
    """Hours of one's own and the day of a summary are asked for only by who has them."""
    [ada] = new_people(site, 1)
    page = visit(ada).new_page()
    page.goto("/notifications/")
    page.locator("#advanced > summary").click()
    for hidden in ("quiet_from", "digest_at", "digest_day"):
        expect(page.locator(f"[name={hidden}]")).to_be_hidden()
    page.get_by_label("other hours").check()
    expect(page.locator("[name=quiet_from]")).to_be_visible()
    page.locator("[name=digest]").select_option("daily")
    expect(page.locator("[name=digest_at]")).to_be_visible()
    expect(page.locator("[name=digest_day]")).to_be_hidden()
    page.locator("[name=digest]").select_option("weekly")
    expect(page.locator("[name=digest_day]")).to_be_visible()


def test_why_by_game_and_channel(visit: Visit, site: Site) -> None:
    """From the table's name back to the table; a filter by channel leaves one."""
    page = visit(person_with_history(site)).new_page()
    page.goto("/notifications/")
    page.get_by_role("link", name="Notification history").click()
    expect(page.locator(".log")).to_contain_text("You had already answered.")
    page.get_by_label("Channel").select_option("push")
    page.get_by_role("button", name="Show").click()
    expect(page).to_have_url(re.compile("channel=push"))
    expect(page.locator(".log dt", has_text="Mail")).to_have_count(0)
    page.locator(".log a").first.click()
    expect(page.locator("#table")).to_be_visible()


@pytest.mark.parametrize("locale", [*at_night("en-GB", "fr-FR"), "de-DE"])
def test_they_fit_and_can_be_read(visit: Visit, site: Site, locale: str) -> None:
    """From the smallest phone to a large screen, in every language, dark and light."""
    page = visit(person_with_history(site, bad=True), locale=locale).new_page()
    for name in ("notifications", "history"):
        page.goto({"notifications": "/notifications/", "history": "/notifications/history/"}[name])
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            for width in (1440, 360):
                page.set_viewport_size({"width": width, "height": 800})
                take_picture(page, f"{width}-{name}-{locale[:2]}-{scheme}", full_page=True)
                rules = () if (scheme, width) == ("dark", 1440) else CONTRAST
                assert faults(page, *rules) == [], (name, scheme, width)
        for width in (320, 360, 768, 1024, 2560):
            page.set_viewport_size({"width": width, "height": 800})
            assert sideways(page) == [], (name, width)
