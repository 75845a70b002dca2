"""Pushes in a real browser: switched on and off, shown, replaced, clicked."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, Route, Worker, expect

from tests.e2e.conftest import UNPAINTED, WHOLE_CHROMIUM, Visit
from tests.e2e.sites import Site

FAKE_SERVICE = """
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    Notification.requestPermission = async () => "granted";
    PushManager.prototype.subscribe = async (options) => {
      window.asked = { visible: options.userVisibleOnly, key: options.applicationServerKey.length };
      return { endpoint: "https://push.example/1", unsubscribe: async () => { window.left = true; },
               toJSON: () => ({ endpoint: "https://push.example/1", keys: {} }) };
    };
"""
"""There is no push service here: the browser's own would be one on the internet."""

SILENT = """() => {
    self.told = [];
    Clients.prototype.openWindow = async (url) => { self.told.push(`open ${url}`); };
    WindowClient.prototype.focus = async function () { self.told.push(`focus ${this.url}`); };
}"""
"""Only a person's click may bring windows to the front."""


SUBSCRIBED = """
from django.contrib.sessions.backends.db import SessionStore
from accounts.models import User
ada = User.objects.get(username="{name}")
for browser in ("another browser", "this browser"):
    endpoint = f"https://push.example/{name} {{browser}}"
    kept = ada.push_subscriptions.create(endpoint=endpoint, browser=browser, session=browser)
if "{session}":
    session = SessionStore("{session}")
    session["push"] = kept.session
    session.save()
"""
"""Who subscribed; in a session that is over, unless it is named."""

STILL_PUSHED = """
import json
from accounts.models import User
ada = User.objects.get(username="{name}")
awake = ada.push_subscriptions.exclude(session="")
print(json.dumps(list(awake.values_list("browser", flat=True))))
"""


@pytest.fixture(scope="module")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """Start a browser that shows notifications: the headless shell has none."""
    browser = playwright.chromium.launch(executable_path=WHOLE_CHROMIUM, args=UNPAINTED)
    yield browser
    browser.close()


def worker_of(page: Page) -> Worker:
    """Return the site's service worker, started."""
    if not page.context.service_workers:
        with page.context.expect_event("serviceworker"):
            page.evaluate("() => navigator.serviceWorker.register('/sw.js?en', { scope: '/' })")
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    return page.context.service_workers[0]


def pushing(context: BrowserContext, page: Page, site: Site) -> Callable[[dict[str, Any]], None]:
    """Return what delivers a push to the site's service worker."""
    session = context.new_cdp_session(page)
    known: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda said: known.extend(each["registrationId"] for each in said["registrations"]),
    )
    session.send("ServiceWorker.enable")
    page.wait_for_function("() => navigator.serviceWorker.controller")

    def push(data: dict[str, Any]) -> None:
        session.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": site.address, "registrationId": known[0], "data": json.dumps(data)},
        )

    return push


def shown(page: Page) -> list[list[str]]:
    """Return the notifications on the screen."""
    found: list[list[str]] = page.evaluate(
        "async () => (await (await navigator.serviceWorker.ready).getNotifications())"
        ".map((each) => [each.title, each.body, each.tag])"
    )
    return found


def test_a_push_is_shown_and_a_newer_one_takes_its_place(site: Site, visit: Visit) -> None:
    context = visit(site.someone(), permissions=["notifications"], service_workers="allow")
    page = context.new_page()
    page.goto("/notifications/")
    worker_of(page)
    push = pushing(context, page, site)
    for body in ("It is your turn.", "5 % of your time is left."):
        url = f"{site.address}/tables/1/"
        push({"title": "Game 1", "body": body, "url": url, "tag": "game-1"})
        page.wait_for_function(
            "async (body) => (await (await navigator.serviceWorker.ready).getNotifications())"
            ".some((each) => each.body === body)",
            arg=body,
        )
    assert shown(page) == [["Game 1", "5 % of your time is left.", "game-1"]]


def test_a_click_leads_to_the_game(site: Site, visit: Visit) -> None:
    """To the tab that shows it, if there is one."""
    page = visit(site.someone(), permissions=["notifications"], service_workers="allow").new_page()
    page.goto("/notifications/")
    worker = worker_of(page)
    worker.evaluate(SILENT)
    worker.evaluate(f"() => show('{site.address}/tables/1/')")
    worker.evaluate(f"() => show('{site.address}/notifications/')")
    assert worker.evaluate("self.told") == [
        "open /tables/1/",
        f"focus {site.address}/notifications/",
    ]


def test_switching_it_on(site: Site, visit: Visit) -> None:
    page = visit(site.someone(), service_workers="allow").new_page()
    page.add_init_script(FAKE_SERVICE)
    posted: list[Any] = []

    def answer(route: Route) -> None:
        posted.append((route.request.post_data_json, route.request.headers.get("x-csrftoken")))
        route.fulfill(status=204)

    page.route("**/push/subscribe/", answer)
    page.goto("/notifications/")
    button = page.get_by_role("button", name="Turn on in this browser", exact=True)
    with page.expect_navigation():
        button.click()
    [(said, token)] = posted
    assert said["endpoint"] == "https://push.example/1"
    assert token


@pytest.mark.parametrize("scripts", [True, False])
def test_logging_out_ends_push_for_this_browser(site: Site, visit: Visit, scripts: bool) -> None:
    """The browser keeps its subscription, for the next log-in; without scripts the site knows it by
    the session.
    """
    ada = site.someone()
    site.script(SUBSCRIBED.format(name=ada.name, session="" if scripts else ada.session))
    page = visit(ada, java_script_enabled=scripts, service_workers="allow").new_page()
    page.add_init_script(
        'PushManager.prototype.getSubscription = async () => ({ endpoint: "https://push.example/'
        + ada.name
        + """ this browser", unsubscribe: async () => sessionStorage.setItem("left", "yes") });"""
    )
    page.goto("/lobby/")
    if scripts:
        worker_of(page)
    page.locator("[data-menu] > summary").click()
    with page.expect_navigation():
        page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("link", name="Log in")).to_be_visible()
    if scripts:
        assert page.evaluate("sessionStorage.getItem('left')") is None
    assert site.script(STILL_PUSHED.format(name=ada.name)) == ["another browser"]


def test_what_goes_wrong_is_said(site: Site, visit: Visit) -> None:
    """The site refuses an endpoint that is none; the browser's subscription is taken back."""
    page = visit(site.someone(), service_workers="allow").new_page()
    page.add_init_script(FAKE_SERVICE)
    page.goto("/notifications/")
    page.get_by_role("button", name="Turn on in this browser", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text("That did not work. Try again later.")
    assert page.evaluate("window.asked") == {"visible": True, "key": 65}
    assert page.evaluate("window.left") is True


def test_without_scripts_the_page_says_what_is_missing(site: Site, visit: Visit) -> None:
    page = visit(site.someone(), java_script_enabled=False).new_page()
    page.goto("/notifications/")
    expect(page.get_by_text("This browser can’t show push notifications")).to_be_visible()
    page.get_by_role("button", name="Create addresses").click()
    address = page.get_by_label("Calendar (iCalendar)").input_value()
    assert address.startswith(f"{site.address}/feeds/")
    assert page.request.get(address).text().startswith("BEGIN:VCALENDAR")


def test_an_iphone_is_told_to_install_the_site(site: Site, visit: Visit) -> None:
    page = visit(site.someone(), user_agent="Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)").new_page()
    page.add_init_script("delete window.PushManager")
    page.goto("/notifications/")
    expect(page.get_by_text("Add to Home Screen")).to_be_visible()
    expect(page.get_by_text("This browser can’t show push notifications")).to_be_hidden()
