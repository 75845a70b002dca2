"""Time as people meet it: on a phone, in two browsers at once, without scripts."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import translation
from django.utils.translation import gettext as _
from playwright.sync_api import Page, expect

from games.tables import time_words
from tests.e2e.conftest import NARROW, Visit, at_night, take_picture
from tests.e2e.sites import Site
from tests.e2e.tables import make_table, new_people
from tests.e2e.test_pages import faults, sideways

PHONE = {"viewport": NARROW, "has_touch": True, "is_mobile": True}


def menu(page: Page, entry: str) -> None:
    """Open an entry of the menu of the table."""
    page.locator("#more > summary").click()
    page.locator(f"{entry} > summary").click()


def test_pausing_and_giving_time_on_a_phone(visit: Visit, site: Site) -> None:
    """What one proposes the other reads at once, and agrees; nothing sticks out."""
    ada, bob = new_people(site, 2)
    address = make_table(site, ada, bob, answers=8)
    hers, his = visit(ada, **PHONE).new_page(), visit(bob).new_page()
    hers.goto(address)
    his.goto(address)
    expect(hers.locator(".bar .deadline")).to_contain_text("until")
    menu(his, "#give-time")
    his.locator("#give-time select").select_option("72")
    before = his.locator(".bar .running").get_attribute("datetime")
    his.locator("#give-time button").click()
    expect(his.locator(".bar .running")).not_to_have_attribute("datetime", before or "")

    menu(hers, "#pause")
    take_picture(hers, "360-times-menu")
    hers.locator("#pause button").click()
    expect(hers.locator("#more")).not_to_have_attribute("open", "")
    expect(hers.locator("#offer")).to_contain_text("Your proposal: a pause")
    expect(his.locator("#offer")).to_contain_text(f"Proposal from {ada.name}: a pause")
    take_picture(his, "1440-times-offer")
    for page in (hers, his):
        assert sideways(page) == []
        assert faults(page) == []
    his.locator("#offer").get_by_role("button", name="Agree").click()
    expect(hers.locator("#ask")).to_contain_text("The game is paused")
    expect(hers.locator(".bar")).to_contain_text("paused")
    take_picture(hers, "360-times-paused")
    menu(hers, "#pause")
    hers.locator("#pause button").click()
    his.locator("#offer").get_by_role("button", name="Agree").click()
    expect(hers.locator(".bar .deadline")).to_contain_text("until")


def test_another_pace_keeps_what_was_typed(visit: Visit, site: Site) -> None:
    """The numbers of a bank are asked for only when a bank is chosen."""
    ada, bob = new_people(site, 2)
    page = visit(ada, **PHONE).new_page()
    page.goto(make_table(site, ada, bob, answers=8))
    menu(page, "#new-pace")
    form = page.locator("#new-pace")
    form.locator("[name=pace]").select_option("days-5")
    expect(form.locator("[name=start]")).to_be_hidden()
    form.locator("[name=pace]").select_option("bank")
    form.locator("[name=start]").fill("9")
    form.get_by_role("button").click()
    expect(page.locator("#ask .refusal")).to_contain_text("A bank can't start with")
    expect(form.locator("[name=start]")).to_have_value("9")
    assert sideways(page) == []
    take_picture(page, "360-times-pace")
    form.locator("[name=start]").fill("5")
    form.get_by_role("button").click()
    expect(page.locator("#offer")).to_contain_text("5 days + 1 day a turn, at most 7 days")


def test_a_live_clock_ticks(visit: Visit, site: Site) -> None:
    """Minutes and seconds, on both pages, by the clock of the server."""
    ada, bob = new_people(site, 2)
    hers = visit(ada).new_page()
    hers.goto("/tables/new/")
    hers.locator('[name="preset"][value="live"]').click()
    expect(hers).to_have_url(re.compile(r"/tables/\d+/"))
    his = visit(bob).new_page()
    his.goto(hers.url)
    his.get_by_role("button", name="Sit down").click()
    for page in (hers, his):
        clock = page.locator(".side.mine time[data-ticks]")
        expect(clock).to_have_text(re.compile(r"^\d:\d\d$"))
        first = clock.inner_text()
        expect(clock).not_to_have_text(first)
    name = hers.locator("#hand .card").first.get_attribute("id") or ""
    assert hers.locator(f"#{name}").evaluate("e => getComputedStyle(e).display") == "flex"
    take_picture(hers, "1440-times-live")


def test_vacation_and_the_week_without_scripts(visit: Visit, site: Site) -> None:
    """All of it are plain forms; opponents read it before they sit down."""
    ada, bob = new_people(site, 2)
    page = visit(ada, java_script_enabled=False, **PHONE).new_page()
    page.goto("/preferences/")
    page.locator("[name=sleep_from]").fill("22:00")
    page.get_by_label("Sunday").check()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("[name=sleep_from]")).to_have_value("22:00")
    expect(page.get_by_label("Sunday")).to_be_checked()
    take_picture(page, "360-times-preferences", full_page=True)

    page.goto("/vacation/")
    start = datetime.now(UTC) + timedelta(days=20)
    page.locator("[name=start]").fill(start.strftime("%Y-%m-%dT08:00"))
    page.locator("[name=end]").fill((start + timedelta(days=3)).strftime("%Y-%m-%dT08:00"))
    page.get_by_role("button", name="Plan vacation").click()
    expect(page.locator(".planned")).to_contain_text("Away from")
    page.get_by_role("button", name="Start my vacation").click()
    expect(page.locator(".away-now")).to_contain_text("Away until")
    take_picture(page, "360-times-vacation", full_page=True)

    page.goto("/tables/new/")
    page.locator("[name=pace]").select_option("bank")
    page.locator("[name=most]").fill("5")
    page.get_by_label("League pace").check()
    page.get_by_role("button", name="Open the table").click()
    expect(page).to_have_url(re.compile(r"/tables/\d+/"))
    other = visit(bob).new_page()
    other.goto(page.url)
    for words in ("at most 5 days", "league pace: no vacation", "Days off: Sunday", "Away until"):
        expect(other.locator("#table")).to_contain_text(words)
    expect(other.locator("#table")).to_contain_text("Sleeps 22:00–07:00, your time")
    take_picture(other, "1440-times-open", full_page=True)
    assert faults(other) == []


def words_at(page: Page, locale: str) -> set[str]:
    """Return what the server would say by the page's clock, or two seconds before or after."""
    left = page.locator(".bar .time-left").evaluate(
        "time => Math.floor((new Date(time.dateTime) - Date.now()) / 1000)"
    )
    with translation.override(locale[:2]):
        spans = [time_words.span(second - second % 60) for second in (left - 2, left, left + 2)]
        return {_("%(time)s left") % {"time": span} for span in spans}


def hours_of(figure: str) -> int:
    """Return the whole hours of a time left such as `2 days 3 hours left`."""
    found = {unit: int(count) for count, unit in re.findall(r"(\d+) (day|hour)", figure)}
    return 24 * found.get("day", 0) + found.get("hour", 0)


@pytest.mark.parametrize("locale", [*at_night("en-GB", "fr-FR"), "de-DE"])
def test_the_script_says_the_time_left_as_the_server_does(
    visit: Visit, site: Site, locale: str
) -> None:
    ada, bob = new_people(site, 2)
    address = make_table(site, ada, bob, answers=8)
    page = visit(ada, locale=locale).new_page()
    page.clock.install()
    page.goto(address)
    left, running = page.locator(".bar .time-left"), page.locator(".bar .running")
    expect(running).to_have_attribute("title", left.inner_text())
    for place in (left, running):  # nothing but the script can say it again
        place.evaluate("time => { time.textContent = time.title = ''; }")
    page.clock.fast_forward("01:01")
    expect(left).to_have_text(re.compile(r"\d"))
    here = left.inner_text().replace("\N{NO-BREAK SPACE}", " ")
    title = running.get_attribute("title") or ""
    assert here in {words.replace("\N{NO-BREAK SPACE}", " ") for words in words_at(page, locale)}
    assert title.replace("\N{NO-BREAK SPACE}", " ") == here


def test_the_time_left_goes_on_while_a_page_is_open(visit: Visit, site: Site) -> None:
    """In the last hour the deadline doesn't say it a second time where both have room."""
    ada, bob = new_people(site, 2)
    page = visit(ada).new_page()
    page.clock.install()
    page.goto(make_table(site, ada, bob, answers=8))
    figure, deadline = page.locator(".bar .time-left"), page.locator(".bar .deadline")
    before = hours_of(figure.inner_text())
    page.clock.fast_forward("24:00:00")
    assert before - hours_of(figure.inner_text()) in {24, 25}
    left = page.evaluate("""() => {
        const { dateTime } = document.querySelector(".bar .running");
        return new Date(dateTime) - Date.now();
    }""")
    page.clock.fast_forward(int(left) - 30 * 60 * 1000)
    expect(figure).to_have_text(re.compile(r"^(29|30) minutes left$"))
    assert deadline.inner_text().count("minutes left") == 1
    page.set_viewport_size(NARROW)
    page.clock.fast_forward(1000)
    expect(figure).to_be_hidden()
    assert deadline.inner_text().count("minutes left") == 1
    page.evaluate("""() => {
        for (const figure of document.querySelectorAll("[data-left]")) figure.remove();
        for (const time of document.querySelectorAll(".running")) time.removeAttribute("title");
    }""")
    page.clock.fast_forward(1000)
    assert deadline.inner_text().count("minutes left") == 1, "no figure of the server to copy"


def test_the_time_left_goes_on_on_the_home_page(visit: Visit, site: Site) -> None:
    ada, bob = new_people(site, 2)
    make_table(site, ada, bob, answers=8)
    page = visit(ada).new_page()
    page.clock.install()
    page.goto("/")
    figure = page.locator(".turn .left time")
    before = hours_of(figure.inner_text())
    page.clock.fast_forward("24:00:00")
    assert before - hours_of(figure.inner_text()) in {24, 25}


def test_on_a_phone_a_tap_on_the_deadline_tells_what_does_not_count(
    visit: Visit, site: Site
) -> None:
    ada, bob = new_people(site, 2)
    page = visit(ada, **PHONE).new_page()
    page.goto(make_table(site, ada, bob, answers=8))
    page.locator(".bar .time-why").tap()
    box = page.locator("#bar-uncounted")
    expect(box).to_have_text(re.compile(r"hours left\.\s+.*of it are sleep hours"))
    expect(box).to_be_visible()
    assert box.locator(".pop-box").evaluate("inside => inside.getClientRects().length") == 1
    assert sideways(page) == []
    assert faults(page) == []
    box.get_by_role("button", name="Close").tap()
    expect(box).to_be_hidden()


ONE_IS_ASKED = """
from games.tables.models import Game
from tests.support.factories import answer
game = Game.objects.get(pk={pk})
while game.seats.filter(asked=True).count() > 1:
    game = answer(game)
print(game.seats.get(asked=True).number)
"""
"""Either of a team may begin its turn; who has begun it is asked alone."""

LET_PASS = """
from datetime import timedelta
from django.utils import timezone
from games.tables.models import Game
from games.tables.services.expiry import mind_the_clocks
game = Game.objects.get(pk={pk})
seat = game.seats.get(asked=True)
game.deadline = timezone.now() - timedelta(minutes=1)
side = game.clock["sides"][seat.side]
side["promised"] = game.deadline.isoformat()
side["since"] = (game.deadline - timedelta(days=20)).isoformat()
game.save(update_fields=["clock", "deadline"])
mind_the_clocks()
"""


def test_playing_on_for_a_teammate_on_a_phone(visit: Visit, site: Site) -> None:
    """They read what happened without looking again, take over, and play with those cards."""
    people = new_people(site, 4)
    address = make_table(site, *people, answers=16)
    pk = address.rstrip("/").rpartition("/")[2]
    number = site.script(ONE_IS_ASKED.format(pk=pk))
    absent, mate = people[number], people[(number + 2) % 4]
    page = visit(mate, **PHONE).new_page()
    page.goto(address)
    offer = page.locator("#take-over")
    expect(offer).to_have_count(0)
    site.script(LET_PASS.format(pk=pk))
    expect(offer).to_contain_text(f"{absent.name} ran out of time")
    offer.scroll_into_view_if_needed()
    take_picture(page, "360-times-take-over")
    assert sideways(page) == []
    assert faults(page) == []
    offer.get_by_text("Resign for the team").click()
    expect(offer.get_by_role("button", name="Yes, resign")).to_be_visible()
    take_picture(page, "360-times-take-over-or-resign")
    offer.get_by_text("Resign for the team").click()
    hand, deadline = page.locator("#hand"), page.locator(".bar .running")
    before, until = hand.inner_text(), deadline.get_attribute("datetime") or ""
    offer.get_by_role("button", name=f"Play on for {absent.name}").click()
    expect(offer).to_have_count(0)
    expect(page.locator("#ask")).to_contain_text(
        f"You are playing for {absent.name}, with their cards"
    )
    assert hand.inner_text() != before
    expect(deadline).to_have_attribute("datetime", until)
    take_picture(page, "360-times-taken-over")
    assert sideways(page) == []
    assert faults(page) == []


@pytest.mark.parametrize("locale", [*at_night("fr-FR"), "de-DE"])
def test_what_stands_at_the_table_fits_in_every_language(
    visit: Visit, site: Site, locale: str
) -> None:
    """The longest words are not English."""
    ada, bob = new_people(site, 2)
    address = make_table(site, ada, bob, answers=8)
    his = visit(bob, locale=locale).new_page()
    his.goto("/vacation/")
    with his.expect_navigation():
        his.locator('form[action="/vacation/now/"] button').click()
    his.goto(address)
    menu(his, "#pause")
    his.locator("#pause button").click()
    expect(his.locator("#offer")).to_be_visible()
    hers = visit(ada, locale=locale, **PHONE).new_page()
    hers.goto(address)
    expect(hers.locator("#offer")).to_be_visible()
    take_picture(hers, f"360-times-table-{locale[:2]}", full_page=True)
    for width in (360, 320, 768, 1280):
        hers.set_viewport_size({"width": width, "height": 800})
        assert sideways(hers) == []
    hers.goto("/vacation/")
    assert sideways(hers) == []
