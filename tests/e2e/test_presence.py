"""A page says whether its user looks at it: that decides the other ways of notifying."""

from playwright.sync_api import Page, Request, Route, expect

from tests.e2e.conftest import Visit
from tests.e2e.sites import Site
from tests.e2e.tables import make_table, new_people

HIDING = """
let hidden = false;
Object.defineProperty(document, "hidden", { get: () => hidden });
window.hide = (on) => { hidden = on; document.dispatchEvent(new Event("visibilitychange")); };
const { send } = WebSocket.prototype;
window.said = [];
WebSocket.prototype.send = function (words) { window.said.push(words); send.call(this, words); };
"""
"""A page that is hidden and shown by `hide`, and notes what it says to its socket."""


def say(page: Page, text: str) -> None:
    talk = page.locator("#talk")
    if talk.get_attribute("open") is None:
        talk.locator("summary").click()
    page.locator("#talk-text").fill(text)
    page.locator("#talk-text").press("Enter")


def test_a_tab_in_the_background_sees_nothing_until_it_is_in_front(
    visit: Visit, site: Site
) -> None:
    people = new_people(site, 2)
    address = make_table(site, *people, answers=12)
    ada, bob = visit(people[0]).new_page(), visit(people[1]).new_page()
    ada.add_init_script(HIDING)
    fetched: list[bool] = []

    def note(request: Request) -> None:
        if "version=" in request.url:
            fetched.append("here=1" in request.url)

    ada.on("request", note)
    ada.goto(address)
    ada.wait_for_function("() => window.said.length")
    assert ada.evaluate("said") == ["here"]
    bob.goto(address)

    say(bob, "are you there?")
    expect(ada.locator("#talk-lines")).to_contain_text("are you there?")
    assert fetched
    assert all(fetched)

    ada.evaluate("hide(true)")
    fetched.clear()
    say(bob, "gone already?")
    expect(ada.locator("#talk-lines")).to_contain_text("gone already?")
    assert fetched
    assert not any(fetched)
    assert ada.evaluate("said") == ["here", "away"]

    with ada.expect_request(lambda request: "here=1" in request.url):
        ada.evaluate("hide(false)")
    assert ada.evaluate("said.filter((words) => words !== 'ping')") == ["here", "away", "here"]


def test_a_hint_takes_back_no_click(visit: Visit, site: Site) -> None:
    """A table that was asked for before a card was chosen comes after it: the card stays chosen."""
    people = new_people(site, 2)
    address = make_table(site, *people, answers=12)
    ada, bob = visit(people[0]).new_page(), visit(people[1]).new_page()
    held: list[Route] = []

    def hold(route: Route) -> None:
        if "card=" in route.request.url or held:
            route.continue_()
        else:
            held.append(route)

    bob.goto(address)
    ada.goto(address)
    ada.route("**/*version=*", hold)
    with ada.expect_request("**/*version=*"):
        say(bob, "take your time")
    card = ada.locator("#hand a.card").first
    card.click()
    expect(card).to_have_attribute("aria-current", "true")
    held[0].continue_()
    say(bob, "all the time you need")
    expect(ada.locator("#talk-lines")).to_contain_text("all the time you need")
    expect(card).to_have_attribute("aria-current", "true")
