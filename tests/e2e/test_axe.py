"""Axe on pages that need more than an address, and on what opens at a table, in all themes.

`test_pages.py` has the pages that an address is enough for.
"""

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import NARROW, Visit, at_night, take_picture
from tests.e2e.mails import link_in_mail
from tests.e2e.playing import CONFIRM, act, click, is_asked, wait_for_turn
from tests.e2e.sites import Site
from tests.e2e.tables import make_table, new_people
from tests.e2e.test_moving import link_of
from tests.e2e.test_pages import faults, faults_in_themes, sideways
from tests.e2e.test_signing_in import (
    PASSWORD,
    code_of,
    is_logged_in,
    log_in,
    send,
    with_authenticator,
)

OPEN_TABLE = """
import json
from accounts.models import User
from games.lobby.services.opening import Wish, create_table
host = User.objects.get(username={name!r})
game = create_table(host, Wish(players=4, others=("noisy", None, None)))
print(json.dumps([game.get_absolute_url(), f"{{game.get_absolute_url()}}with/{{game.token}}/"]))
"""
STOP_MAILS = """
import json
from accounts.models import User
from games.notifications.links import to_stop
print(json.dumps(to_stop(User.objects.get(username={name!r}), ["digest"])))
"""
RESIGN = """
from accounts.models import User
from games.tables.services.ending import resign
resign(User.objects.get(username={name!r}), {pk})
"""
SET_PASSWORD = """
from accounts.models import User
user = User.objects.get(username={name!r})
user.set_password({password!r})
user.save()
"""
ERRORS = """
import json
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import RequestFactory
request = RequestFactory().get("/")
request.user, request.session = AnonymousUser(), {}
pages = {name: render_to_string(f"{name}.html") for name in ("400", "500", "503")}
for name in ("403", "403_csrf", "405", "429"):
    pages[name] = render_to_string(f"{name}.html", request=request)
print(json.dumps(pages))
"""


class Checked:
    """Pages of one tab that have been looked at: address -> faults."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.faults: dict[str, list[str]] = {}

    def look(self, name: str) -> None:
        """Note what is wrong with the page as it is."""
        expect(self.page.locator("main")).to_be_visible()
        self.page.evaluate("() => scrollTo(0, 0)")  # what lies half under the header is no fault
        self.faults[name] = [*faults_in_themes(self.page), *self._sideways()]

    def open(self, address: str, heading: str = "") -> None:
        """Open an address, and look at its page; `heading`: a part of its title."""
        self.page.goto(address)
        if heading:
            expect(self.page.locator("main h1")).to_contain_text(heading)
        self.look(address)

    def _sideways(self) -> list[str]:
        """Return what sticks out on the smallest phone."""
        size = self.page.viewport_size
        assert size is not None
        self.page.set_viewport_size({"width": 320, "height": 640})
        found = sideways(self.page)
        self.page.set_viewport_size(size)
        return found

    def are_fine(self) -> None:
        """No page has had a fault."""
        assert {name: found for name, found in self.faults.items() if found} == {}


@pytest.mark.slow
def test_tables_that_have_not_begun_or_are_over(visit: Visit, site: Site) -> None:
    """An open table, its invitation, the pages of a review, and a move from a mail."""
    host, other = new_people(site, 2)
    pages = Checked(visit(host).new_page())
    waiting, invitation = site.script(OPEN_TABLE.format(name=host.name))
    pages.open(waiting)
    running = make_table(site, host, other, answers=24)
    pages.open(f"{running}more/")
    pages.open(link_of(site, running, host))
    pages.open(f"{running}replay/")
    pages.open(site.script(STOP_MAILS.format(name=host.name)))
    pages.open("/m/no-link-of-ours/")
    site.script(RESIGN.format(name=host.name, pk=running.split("/")[2]))
    pages.open(f"{running}review/", "Review")
    pages.page.get_by_role("button", name="Review this game").click()
    expect(pages.page.locator(".review-keys")).to_be_visible()
    pages.page.locator(".review-all > summary").click()
    for turn in pages.page.locator(".review-turns > li > details").all()[:2]:
        turn.evaluate("turn => { turn.open = true; }")
    pages.look("review")
    pages.open(f"{running}try/?seq=12")
    pages.open(f"{running}try/?seq=9999", "There is no such move in this game.")
    pages.open("/mistakes/")
    pages.open(f"/players/{other.name}/")
    pages.are_fine()

    guests = Checked(visit().new_page())
    guests.open(invitation)
    guests.open("/offline/")
    guests.page.goto("/puzzles/")
    guests.page.goto("/puzzles/1/")
    guests.page.locator("#show-solution").click()
    expect(guests.page.locator("#task li").first).to_be_visible()
    guests.look("solution")
    guests.are_fine()


def test_error_pages(visit: Visit, site: Site) -> None:
    """As the site renders them, each with its number."""
    pages = Checked(visit().new_page())
    for name, html in site.script(ERRORS).items():
        pages.page.route(f"**/error/{name}/", answering(int(name[:3]), html))
        pages.open(f"/error/{name}/")
    pages.are_fine()


def answering(status: int, html: str) -> Callable[[Route], None]:
    """Return what answers a request of a page with this HTML."""
    return lambda route: route.fulfill(status=status, content_type="text/html", body=html)


@pytest.fixture
def ada(site: Site) -> str:
    """Return the name of a new player with `PASSWORD`."""
    [person] = new_people(site, 1)
    site.script(SET_PASSWORD.format(name=person.name, password=PASSWORD))
    return person.name


def test_pages_of_an_account(visit: Visit, site: Site, ada: str) -> None:
    """Passwords, the second step with an app and its codes, passkeys, log-out."""
    page = with_authenticator(visit())
    pages = Checked(page)
    log_in(page, site.address, ada)
    is_logged_in(page, ada)
    pages.open("/accounts/password/change/")
    pages.open("/accounts/reauthenticate/")
    pages.open("/accounts/2fa/totp/activate/")
    send(page, code=code_of(page.locator("#authenticator_secret").input_value()))
    expect(page).to_have_url(re.compile("recovery-codes"))
    pages.look("recovery codes")
    pages.open("/accounts/2fa/webauthn/add/")
    page.locator('main [name="name"]').fill("my telescope")
    page.locator('main [name="passwordless"]').check()
    page.locator("#mfa_webauthn_add").click()
    expect(page).to_have_url(re.compile("2fa/(?!webauthn/add)"))
    pages.open("/accounts/2fa/webauthn/")
    for part in ("edit", "remove"):
        pages.open(page.locator(f'main a[href*="/{part}/"]').get_attribute("href") or "")
        page.go_back()
    for address in ("", "recovery-codes/", "recovery-codes/generate/", "totp/deactivate/"):
        pages.open(f"/accounts/2fa/{address}")
    pages.open("/accounts/logout/")
    send(page)
    expect(page.locator('header a[href*="login"]')).to_be_visible()
    log_in(page, site.address, ada)
    expect(page).to_have_url(re.compile("2fa/authenticate"))
    pages.look("second step")
    pages.are_fine()


def test_pages_of_mails_about_an_account(visit: Visit, site: Site, ada: str) -> None:
    """A password that was forgotten, an address to confirm, links that are no longer good."""
    pages = Checked(visit().new_page())
    pages.open("/accounts/password/reset/")
    send(pages.page, email=f"{ada}@example.org")
    expect(pages.page).to_have_url(re.compile("reset/done"))
    pages.look("sent")
    pages.page.goto(link_in_mail(site, f"{ada}@example.org", "password/reset/key"))
    pages.look("new password")
    send(pages.page, password1=PASSWORD + "8", password2=PASSWORD + "8")
    expect(pages.page).to_have_url(re.compile("key/done"))
    pages.look("done")
    for address in ("password/reset/key/1-no-key/", "confirm-email/no-key/", "confirm-email/"):
        pages.open(f"/accounts/{address}")
    pages.open("/accounts/inactive/")
    pages.are_fine()


@pytest.mark.slow
def test_what_opens_at_a_table(visit: Visit, site: Site) -> None:
    """A chosen card, a turn to confirm, the menu, a column, the legend, and a plan."""
    people = new_people(site, 2)
    address = make_table(site, *people, answers=30)
    table = Checked(visit(people[0]).new_page())
    page = table.page
    page.goto(address)
    wait_for_turn(page)
    page.locator("#lanes button[popovertarget]").first.click()
    expect(page.locator("#lanes [popover]:popover-open")).to_be_visible()
    table.look("column")
    page.keyboard.press("Escape")
    page.locator("#more > summary").click()
    page.locator("#resign > summary").click()
    table.look("menu")
    page.locator("#more > summary").click()
    page.keyboard.press("?")
    expect(page.locator("#legend-dialog .legend")).to_be_visible()
    table.look("legend")
    page.keyboard.press("Escape")
    click(page, page.locator("#hand a.card").first)
    table.look("chosen")
    random = Random(11)
    while page.locator(CONFIRM).count() == 0:
        act(page, random)
    table.look("confirming")
    click(page, page.locator(CONFIRM))
    while is_asked(page):
        act(page, random)
    page.get_by_role("link", name="Plan my next turn").click()
    expect(page.locator(".planning")).to_be_visible()
    table.look("planning")
    while page.locator("#keep-plan").count() == 0:
        act(page, random)
    table.look("a plan to keep")
    click(page, page.locator("#keep-plan"))
    table.look("a plan")
    table.are_fine()


@pytest.mark.parametrize(
    "viewport", [NARROW, *at_night({"width": 740, "height": 360})], ids=["up", "side"]
)
def test_what_opens_at_a_table_on_a_phone(
    visit: Visit, site: Site, viewport: dict[str, int]
) -> None:
    """A chosen card, the technologies, and the menu."""
    people = new_people(site, 2)
    page = visit(people[0], viewport=viewport, has_touch=True, is_mobile=True).new_page()
    page.goto(make_table(site, *people, answers=30))
    wait_for_turn(page)
    assert faults(page) == []
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/more/", hold)
    with page.expect_request("**/more/"):
        page.locator("#more > summary").tap()
    assert faults(page) == []  # with what stands there until the menu has come
    for route in held:
        route.continue_()
    expect(page.locator("#more-box #resign")).to_be_visible()
    assert faults(page) == []
    page.locator("#more > summary").tap()
    page.locator("#hand a.card").first.tap()
    expect(page.locator("#answer .use").first).to_be_visible()
    assert faults(page) == []


def test_a_webhook_that_follows_a_ladder(visit: Visit, site: Site, ada: str) -> None:
    """The page on which it is added, and the settings with its secret."""
    pages = Checked(visit().new_page())
    log_in(pages.page, site.address, ada)
    pages.page.goto("/ladder/days/")
    pages.page.get_by_role("link", name="Post news to a webhook").click()
    expect(pages.page.locator("main h1")).to_contain_text("Post news to a webhook")
    pages.look("the form")
    pages.page.locator('main [name="url"]').fill("https://hook.example/1")
    pages.page.get_by_role("button", name="Add webhook").click()
    expect(pages.page.locator("#new-secret")).to_be_visible()
    expect(pages.page.locator("#webhooks .rows a")).to_have_text("The ladder")
    pages.look("the settings")
    take_picture(pages.page, "following", full_page=True)
    pages.are_fine()
