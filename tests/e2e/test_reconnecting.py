"""Answers that are no answers: a proxy's error page, a lost session."""

import re
from collections.abc import Callable
from functools import partial
from random import Random

from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.e2e.conftest import Visit
from tests.e2e.playing import act, state, wait_for_turn
from tests.e2e.sites import Person, Site
from tests.e2e.tables import connected, make_table, new_people
from tests.support.relay import Relay

NO_BACKEND = "404 page not found"
BAD_GATEWAY = "<html><body><h1>502 Bad Gateway</h1></body></html>"


def bad_gateway(route: Route) -> None:
    """Answer like a proxy whose site starts anew."""
    if route.request.resource_type == "fetch":
        route.fulfill(status=502, content_type="text/html", body=BAD_GATEWAY)
    else:
        route.continue_()


def hold(page: Page, path: str) -> list[Route]:
    """Hold the requests to an address; return the list in which they are kept."""
    held: list[Route] = []

    def keep(route: Route) -> None:  # Playwright takes no method of a list
        held.append(route)

    page.route(path, keep)
    return held


IS_HIT = """(one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  return document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === one;
}"""


def during_a_redeploy(page: Page, click: Callable[[], object]) -> None:
    """Click while every request fails; the page says so, and afterwards no more.

    What it says takes no click from the answers below it.
    """
    says = page.locator("#connection")
    page.route("**", bad_gateway)
    click()
    expect(says).to_have_text("Reconnecting…")
    assert not says.evaluate(IS_HIT)
    page.unroute("**", bad_gateway)
    expect(says).to_have_text("")


def say(site: Site, person: Person, address: str, text: str) -> None:
    """Say a line at a table, beside the running site."""
    site.script(f"""
from accounts.models import User
from games.talk import chat
chat.say(User.objects.get(username="{person.name}"), {address.strip("/").split("/")[-1]}, "{text}")
""")


def test_the_table_outlives_a_redeploy(visit: Visit, site: Site) -> None:
    """A click that met a 502 leaves the table as it was, and the next one works."""
    people = new_people(site, 2)
    page = visit(people[0]).new_page()
    page.goto(make_table(site, *people, answers=12))
    wait_for_turn(page)
    before = state(page)
    card = page.locator("#hand a.card").first
    during_a_redeploy(page, card.click)
    assert state(page) == before
    card.click()
    expect(page.locator("#ask .ask-card")).to_be_visible()
    while page.locator("#undo").count() == 0:
        act(page, Random(11))
    during_a_redeploy(page, page.locator("#undo").click)
    expect(page.locator("#undo")).to_be_visible()


def test_a_table_that_is_gone_says_so_and_leads_home(visit: Visit, site: Site) -> None:
    """Nothing is tried again; a 404 of a proxy means that the site is starting."""
    people = new_people(site, 2)
    page = visit(people[0]).new_page()
    address = make_table(site, *people, answers=12)
    page.clock.install()
    page.route_web_socket("**/ws/**", lambda _socket: None)  # which would make the page fetch too
    page.goto(address)
    wait_for_turn(page)
    says = page.locator("#connection")
    table = re.compile(rf"{address}(\?.*)?$")
    page.route(table, lambda route: route.fulfill(status=404, body=NO_BACKEND))
    page.locator("#hand a.card").first.click()
    expect(says).to_have_text("Reconnecting…")
    site.script(f"""
from games.tables.models import Game
Game.objects.get(pk={address.strip("/").split("/")[-1]}).delete()
print("null")
""")
    page.unroute(table)
    expect(says).to_contain_text("This page no longer exists, or you can't see it any more.")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.fast_forward(120_000)
    expect(page.locator("#table")).to_have_attribute("data-lost", "")
    assert asked == []
    says.get_by_role("link", name="Back to the home page").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page).to_have_url(re.compile(r"/$"))


def test_a_line_of_talk_is_not_lost_in_a_redeploy(visit: Visit, site: Site) -> None:
    """What was typed stays in the field until it has been said."""
    people = new_people(site, 2)
    page = visit(people[0]).new_page()
    page.goto(make_table(site, *people, answers=12))
    page.locator("#talk summary").click()
    page.locator("#talk-text").fill("Good luck!")
    during_a_redeploy(page, lambda: page.locator("#talk-text").press("Enter"))
    expect(page.locator("#talk-text")).to_have_value("Good luck!")


def test_what_is_typed_while_a_line_is_sent_is_the_next_line(visit: Visit, site: Site) -> None:
    """A line that could not be sent comes back in front of it."""
    people = new_people(site, 2)
    page = visit(people[0]).new_page()
    page.goto(make_table(site, *people, answers=12))
    page.locator("#talk summary").click()
    field = page.locator("#talk-text")
    held = hold(page, "**/talk/")

    def send(line: str) -> Route:
        field.fill(line)
        with page.expect_request("**/talk/"):
            field.press("Enter")
        expect(field).to_have_value("")
        field.press_sequentially("Have fu")
        return held.pop()

    send("Good luck!").continue_()
    expect(page.locator("#talk-lines")).to_contain_text("Good luck!")
    expect(field).to_have_value("Have fu")
    send("Hello!").fulfill(status=502, content_type="text/html", body=BAD_GATEWAY)
    expect(field).to_have_value("Hello! Have fu")
    expect(page.locator("#connection")).to_have_text("")


def test_notes_that_are_typed_while_they_are_saved_stay(visit: Visit, site: Site) -> None:
    """So do those that are not saved when the table changes; the field may have lost the focus."""
    people = new_people(site, 2)
    page = visit(people[0]).new_page()
    page.goto(make_table(site, *people, answers=12))
    page.locator("#notes summary").click()
    field = page.locator("#notes-text")
    held = hold(page, "**/notes/")
    field.fill("Mars first")
    with page.expect_request("**/notes/"):
        page.locator("#notes button").click()
    field.fill("Mars first, then Venus")
    field.blur()
    with page.expect_response("**/notes/"):
        held.pop().continue_()
    expect(page.locator("#notes-text")).to_have_js_property("defaultValue", "Mars first")
    expect(field).to_have_value("Mars first, then Venus")


def test_back_from_a_filter_outlives_a_redeploy(visit: Visit, site: Site) -> None:
    """Only an answer that carries the content of the page replaces it; the filter goes back too."""
    page = visit(site.someone()).new_page()
    page.goto("/lobby/")
    choice = page.locator("form.filters select").first
    before = choice.input_value()
    choice.select_option(index=1)
    expect(page).to_have_url(re.compile(r"/lobby/\?\w+="))
    during_a_redeploy(page, lambda: page.evaluate("history.back()"))
    expect(page).to_have_url(re.compile(r"/lobby/$"))
    expect(choice).to_have_value(before)
    expect(page.locator("h1")).to_be_visible()


def test_a_click_after_a_login_in_another_tab_is_carried_out(visit: Visit, site: Site) -> None:
    """The log-in has changed the token that the forms of this page were rendered with."""
    people = new_people(site, 2)
    browser = visit(people[0])
    page = browser.new_page()
    page.goto(make_table(site, *people, answers=12))
    page.locator("#talk summary").click()
    browser.add_cookies([{"name": "csrftoken", "value": "x" * 32, "url": site.address}])
    page.locator("#talk-text").fill("Good luck!")
    page.locator("#talk-text").press("Enter")
    expect(page.locator("#talk-lines")).to_contain_text("Good luck!")


def test_lists_outlive_a_redeploy(visit: Visit, site: Site) -> None:
    """The lobby, the leaderboard: whatever is replaced in a page."""
    page = visit(site.someone()).new_page()
    for path, region in (("/lobby/", "#tables"), ("/leaderboard/days/", "#places")):
        page.goto(path)
        choice = page.locator("form.filters select").first
        during_a_redeploy(page, partial(choice.select_option, index=1))
        expect(page.locator(region)).to_be_attached()
        expect(page).to_have_url(re.compile(rf"{path}\?\w+="))


def test_a_lost_session_logs_in_and_comes_back(visit: Visit, site: Site) -> None:
    """The log-in page is a page of its own; afterwards the table is there again."""
    people = new_people(site, 2)
    address = make_table(site, *people, answers=12, public=False)
    browser = visit(people[0])
    page = browser.new_page()
    page.goto(address)
    wait_for_turn(page)
    browser.clear_cookies(name="sessionid")
    page.locator("#hand a.card").first.click()
    expect(page).to_have_url(re.compile(r"/accounts/login/\?next="))
    expect(page.locator("form.box input[name=next]")).to_have_value(address)


def test_a_socket_that_dies_without_a_word_is_noticed(visit: Visit, site: Site) -> None:
    """As through a proxy that swallows bytes: within 25 seconds, and the page fetches by itself."""
    ada, bob = new_people(site, 2)
    address = make_table(site, ada, bob, answers=12)
    with Relay(int(site.address.rpartition(":")[2])) as relay:
        page = visit(ada).new_page()
        page.clock.install()
        with page.expect_websocket() as opened:
            connected(page, f"http://localhost:{relay.port}{address}")
        says = page.locator("#connection")
        with opened.value.expect_event("framereceived", lambda frame: frame == "pong"):
            page.clock.run_for(15_000)  # a quiet socket is asked, and answers
        page.clock.run_for(14_000)
        expect(says).to_have_text("")
        relay.freeze(new=True)
        say(site, bob, address, "Are you still there?")
        page.clock.run_for(1_000)
        page.clock.run_for(10_000)
        expect(says).to_have_text("Reconnecting…")
        relay.thaw()
        page.clock.run_for(4_000)
        expect(page.locator("#talk")).to_contain_text("Are you still there?")
        expect(says).to_have_text("")
        page.close()


def test_a_page_without_a_socket_goes_on_quietly(visit: Visit, site: Site) -> None:
    """Its user has too many: it looks by itself now and then, and tries again later."""
    ada, bob = new_people(site, 2)
    address = make_table(site, ada, bob, answers=12)
    page = visit(ada).new_page()
    page.clock.install()
    opened: list[str] = []

    def refuse(socket: WebSocketRoute) -> None:
        opened.append(socket.url)
        socket.close(code=4429)

    page.route_web_socket("**/ws/**", refuse)
    with page.expect_request(lambda request: "version=" in request.url):
        page.goto(address)
    assert len(opened) == 1
    say(site, bob, address, "Good luck!")
    page.clock.run_for(29_000)
    assert len(opened) == 1
    page.clock.run_for(16_000)
    expect(page.locator("#talk")).to_contain_text("Good luck!")
    assert len(opened) == 2
    expect(page.locator("#connection")).to_have_text("")


def test_the_header_counts_along_with_the_table(visit: Visit, site: Site) -> None:
    """When the last game that waited is over, the number is gone without a new page."""
    people = new_people(site, 2)
    page = visit(people[0]).new_page()
    page.goto(make_table(site, *people, answers=12))
    wait_for_turn(page)
    expect(page.locator("#turns")).to_have_text("1")
    page.locator("#more > summary").click()
    page.locator("#resign > summary").click()
    page.locator("#resign button").click()
    expect(page.locator("#table.is-over")).to_be_visible()
    expect(page.locator("#turns")).to_be_hidden()
