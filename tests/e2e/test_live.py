"""The site is live everywhere: badge, title, icon, banner, lists that refresh themselves."""

import re
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import NARROW, WIDE, Visit, at_night, take_picture
from tests.e2e.playing import (
    CARDS,
    click,
    confirm_with_time_to_undo,
    play_turn,
    wait_for_turn,
)
from tests.e2e.sites import Person, Site
from tests.e2e.tables import connected, make_table, new_people


def accepted(visit: Visit, site: Site, creator: Person, other: Person) -> None:
    """Start a game: one invites the other, who accepts in a browser."""
    site.script(f"""
import json
from accounts.models import User
from games.tables.models import Access
from games.lobby.services.opening import Wish, create_table
creator, other = (User.objects.get(username=name) for name in ("{creator.name}", "{other.name}"))
create_table(creator, Wish(access=Access.INVITED, others=(other,)))
print(json.dumps(""))
""")
    page = visit(other).new_page()
    page.goto("/")
    page.get_by_role("button", name="Accept").click()
    expect(page).to_have_url(re.compile(r"/tables/"))


def test_another_game_asks_while_the_user_reads_a_page(visit: Visit, site: Site) -> None:
    ada, bob = new_people(site, 2)
    page = connected(visit(ada).new_page(), "/rules/")
    sockets: list[str] = []
    page.on("websocket", lambda socket: sockets.append(socket.url))
    expect(page.locator("#turns")).to_be_hidden()
    quiet = page.locator("link[rel=icon]").get_attribute("href")

    accepted(visit, site, ada, bob)
    expect(page.locator("#turns")).to_have_text("1")
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    assert page.locator("link[rel=icon]").get_attribute("href") != quiet
    banner = page.locator("#banner")
    expect(banner).to_contain_text(f"Your game against {bob.name} has started.")
    take_picture(page, "banner")
    page.set_viewport_size(NARROW)
    take_picture(page, "banner-narrow")
    with page.expect_websocket():
        banner.get_by_role("link", name="Go").click()
    wait_for_turn(page)
    assert len(sockets) == 1, "the page of a table has one socket too"


def test_a_banner_is_closed_and_ends_with_its_news(visit: Visit, site: Site) -> None:
    ada, bob = new_people(site, 2)
    page = connected(visit(ada).new_page(), "/rules/")
    accepted(visit, site, ada, bob)
    address = page.locator("#banner a").get_attribute("href") or ""
    page.locator("#banner [data-dismiss]").click()
    expect(page.locator("#banner")).to_be_empty()
    expect(page.locator("#turns")).to_have_text("1")
    other = visit(ada).new_page()
    other.goto(address)
    play_turn(other, Random(1))
    expect(page.locator("#turns")).to_be_hidden()
    expect(page).to_have_title(re.compile(r"^[^(]"))


def test_the_home_page_lists_a_game_that_has_just_started(visit: Visit, site: Site) -> None:
    ada, bob = new_people(site, 2)
    page = connected(visit(ada).new_page(), "/")
    accepted(visit, site, ada, bob)
    expect(page.locator("#games .turns").get_by_role("link", name=bob.name)).to_be_visible()


def test_the_lobby_shows_a_new_table_and_takes_it_away(visit: Visit, site: Site) -> None:
    (ada,) = new_people(site, 1)
    visitor = visit().new_page()
    with visitor.expect_websocket():
        visitor.goto("/lobby/")
    page = visit(ada).new_page()
    page.goto("/tables/new/")
    page.locator('main form button[type="submit"], main form button.main').first.click()
    row = visitor.locator("#tables .rows").get_by_role("link", name=ada.name)
    expect(row).to_be_visible()
    page.goto("/")
    page.get_by_role("button", name="Close").first.click()
    expect(row).to_have_count(0)


def test_the_lobby_shows_a_table_that_was_opened_before_its_socket(
    visit: Visit, site: Site
) -> None:
    (ada,) = new_people(site, 1)
    visitor = visit().new_page()
    visitor.clock.install()
    visitor.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))
    visitor.goto("/lobby/")
    page = visit(ada).new_page()
    page.goto("/tables/new/")
    page.locator('main form button[type="submit"], main form button.main').first.click()
    row = visitor.locator("#tables .rows").get_by_role("link", name=ada.name)
    expect(page.get_by_role("button", name="Close the table")).to_be_visible()
    expect(row).to_have_count(0)
    visitor.clock.resume()
    expect(row).to_be_visible()


def test_after_a_move_the_next_game_is_one_click_away(visit: Visit, site: Site) -> None:
    ada, bob = new_people(site, 2)
    first, second = make_table(site, ada, bob), make_table(site, ada, bob)
    page = connected(visit(ada).new_page(), first)
    play_turn(page, Random(1))
    page.get_by_role("link", name="Next game").click()
    expect(page).to_have_url(re.compile(f"{second}$"))


def test_a_sent_turn_is_taken_back_and_sent_again(visit: Visit, site: Site) -> None:
    """In a game by correspondence, for a player who has asked for it in the preferences."""
    ada, bob = new_people(site, 2)
    address = make_table(site, ada, bob, answers=12)
    page = visit(ada).new_page()
    confirm_with_time_to_undo(page, address)
    expect(page.locator("time[data-sends]")).to_have_text(re.compile(r"\d+ seconds"))
    take_picture(page, "sealed")
    page.set_viewport_size(NARROW)
    take_picture(page, "sealed-narrow")
    opponent = visit(bob).new_page()
    opponent.goto(address)
    expect(opponent.locator("#table")).not_to_have_class(re.compile("is-mine"))

    page.keyboard.press("u")
    expect(page.locator("#confirm")).to_be_visible()
    click(page, page.locator("#confirm"))
    page.locator("#send-now").click()
    wait_for_turn(opponent)
    expect(page.locator("#take-back")).to_have_count(0)


def test_a_turn_is_planned_while_the_opponent_thinks(visit: Visit, site: Site) -> None:
    ada, bob = new_people(site, 2)
    address = make_table(site, bob, ada, answers=12)  # it is Bob's turn
    page = visit(ada).new_page()
    page.goto(address)
    click(page, page.get_by_role("link", name="Plan my next turn"))
    take_picture(page, "planning")
    click(page, page.locator("#hand a.card").first)
    click(page, page.locator('#answer button[value^="lead"]'))
    take_picture(page, "planned")
    page.locator("#keep-plan").click()
    expect(page.locator("#plan")).to_contain_text("It is offered when it is your turn")
    take_picture(page, "plan-kept")
    page.set_viewport_size(NARROW)
    take_picture(page, "plan-kept-narrow")

    opponent = visit(bob).new_page()
    opponent.goto(address)
    play_turn(opponent, Random(1))
    while opponent.locator("#table.is-mine").count():
        play_turn(opponent, Random(1))
    wait_for_turn(page)
    page.locator("#use-plan").click()
    expect(page.locator(".draft-steps")).to_contain_text("Take the leadership")


def test_a_sealed_turn_that_is_due_is_looked_for(visit: Visit, site: Site) -> None:
    """The page does not wait for the next run of the task that sends it."""
    ada, bob = new_people(site, 2)
    page = visit(ada).new_page()
    confirm_with_time_to_undo(page, make_table(site, ada, bob, answers=12))
    expect(page.locator("#bar-state")).to_have_text("About to be sent")
    page.clock.install()
    with page.expect_request(lambda request: "version=" in request.url):
        page.clock.run_for(32_000)
    expect(page.locator(".sending")).to_be_hidden()


SIZES = (NARROW, *at_night(WIDE, {"width": 1280, "height": 720}, {"width": 844, "height": 390}))
"""The windows in which all buttons of a plan are clicked."""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
def test_a_plan_can_be_kept_in_the_middle_of_an_effect(
    visit: Visit, site: Site, size: dict[str, int]
) -> None:
    ada, bob = new_people(site, 2)
    page = visit(ada, viewport=size).new_page()
    page.goto(make_table(site, bob, ada, answers=24))
    click(page, page.locator("#think"))
    for number in range(page.locator(CARDS).count()):
        click(page, page.locator(CARDS).nth(number))
        click(page, page.locator(".uses-list button").first)
        if page.locator(".ask.choose .answers").count():
            break
        click(page, page.locator("#undo"))
    for button in ("#undo", "#stop-planning", "#keep-plan"):
        expect(page.locator(button)).to_be_in_viewport(ratio=1)
        page.locator(button).click(trial=True, timeout=5000)
    expect(page.locator(".note.planning")).to_have_count(0)  # undoing stands there
    click(page, page.locator("#keep-plan"))
    expect(page.locator("#plan")).to_contain_text("It is offered when it is your turn")


def test_each_question_is_shown_from_its_start(visit: Visit, site: Site) -> None:
    """Beside the board of a phone on its side, question and hand scroll as one column."""
    ada, bob = new_people(site, 2)
    page = visit(ada, viewport={"width": 844, "height": 390}).new_page()
    page.goto(make_table(site, bob, ada, answers=24))
    click(page, page.locator("#think"))
    dock = page.locator("#dock")
    dock.evaluate("dock => dock.scrollTo(0, dock.scrollHeight)")
    click(page, page.locator(CARDS).last)
    expect(page.locator("#ask > :visible").first).to_be_in_viewport(ratio=1)
    dock.evaluate("dock => dock.scrollTo(0, dock.scrollHeight)")
    click(page, page.locator('.uses-list button[value^="lead"]'))
    expect(page.locator("#ask > :visible").first).to_be_in_viewport(ratio=1)
    expect(page.locator("#undo")).to_be_in_viewport(ratio=1)
