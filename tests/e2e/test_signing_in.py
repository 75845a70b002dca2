"""Accounts in a real browser: signing up as a guest, logging in every way, mails, passkeys."""

import base64
import hashlib
import hmac
import json
import re
import struct
import time
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.mails import link_in_mail
from tests.e2e.sites import Site

PASSWORD = "a long way to Jupiter 17"
NEW_PASSWORD = "a longer way to Mercury 18"


@pytest.fixture
def home(site: Site) -> str:
    """Return the site's address."""
    return site.address


@pytest.fixture
def ada(site: Site, request: pytest.FixtureRequest) -> str:
    """Return the name of a new player with `PASSWORD`, one for each test."""
    name: str = "ada-" + request.node.name.removeprefix("test_")[:40]
    site.script(f"""
from allauth.account.models import EmailAddress
from accounts.models import User
user = User.objects.create_user({name!r}, {address_of(name)!r}, {PASSWORD!r})
EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
""")
    return name


def address_of(name: str) -> str:
    return f"{name}@example.org"


def send(page: Page, **fields: str) -> None:
    """Fill the form of a page in and send it."""
    for name, value in fields.items():
        page.locator(f'main [name="{name}"]').fill(value)
    with page.expect_navigation():
        page.locator('main form button:not([type="button"]):not([form])').first.click()


def log_in(page: Page, home: str, login: str, password: str = PASSWORD) -> None:
    page.goto(f"{home}/accounts/login/")
    send(page, login=login, password=password)


def log_out(page: Page, home: str) -> None:
    page.goto(f"{home}/accounts/logout/")
    send(page)
    expect(page.locator('header a[href*="login"]')).to_be_visible()


def is_logged_in(page: Page, name: str) -> None:
    expect(page.locator("header details summary")).to_contain_text(name)


def prove(page: Page, password: str = PASSWORD) -> None:
    """Give the password again if the site asks for it."""
    if "reauthenticate" in page.url:
        send(page, password=password)


def code_of(secret: str) -> str:
    """Return what an authenticator app shows now (RFC 6238)."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.new(key, struct.pack(">Q", int(time.time()) // 30), hashlib.sha1).digest()
    start = digest[-1] & 15
    number = struct.unpack(">I", digest[start : start + 4])[0] & 0x7FFFFFFF
    return f"{number % 1_000_000:06}"


def test_a_guest_signs_up_by_the_link_in_the_mail_and_keeps_the_game(
    visit: Visit, site: Site, home: str
) -> None:
    """And logs in again, by name and by email."""
    page = visit().new_page()
    page.goto(f"{home}/")
    page.locator("#bot-form button").click()
    expect(page.locator("#table")).to_be_visible()
    table = urlsplit(page.url).path
    page.goto(f"{home}/accounts/signup/")
    secret = {"password1": PASSWORD, "password2": PASSWORD}
    send(page, username="wanderer", email=address_of("wanderer"), **secret)
    expect(page).to_have_url(re.compile("confirm-email"))
    page.goto(link_in_mail(site, address_of("wanderer"), "confirm-email"))
    expect(page).to_have_url(f"{home}/")
    is_logged_in(page, "wanderer")
    expect(page.locator(f'main a[href="{table}"]').first).to_be_visible()
    page.goto(f"{home}/tables/new/")
    expect(page.locator('[name="opponent_1"]')).to_be_visible()
    for login in ("wanderer", "WANDERER", address_of("wanderer")):
        log_out(page, home)
        log_in(page, home, login)
        is_logged_in(page, "wanderer")


def test_a_forgotten_password(visit: Visit, site: Site, home: str, ada: str) -> None:
    """The link in the mail gives a new one, and the old one is none any more."""
    page = visit().new_page()
    page.goto(f"{home}/accounts/password/reset/")
    send(page, email=address_of(ada))
    expect(page).to_have_url(re.compile("reset/done"))
    page.goto(link_in_mail(site, address_of(ada), "password/reset/key"))
    send(page, password1=NEW_PASSWORD, password2=NEW_PASSWORD)
    expect(page).to_have_url(re.compile("key/done"))
    log_in(page, home, ada)
    expect(page.locator("main .errorlist.nonfield")).to_be_visible()
    log_in(page, home, ada, NEW_PASSWORD)
    is_logged_in(page, ada)


def test_a_change_of_address(visit: Visit, site: Site, home: str, ada: str) -> None:
    """The new address counts once the link in its mail has been opened."""
    page = visit().new_page()
    log_in(page, home, ada)
    is_logged_in(page, ada)
    page.goto(f"{home}/accounts/email/")
    page.locator('main [name="email"]').fill(address_of("new-" + ada))
    page.locator('main button[name="action_add"]').click()
    expect(page.locator('main button[name="action_remove"]')).to_be_visible()
    page.goto(link_in_mail(site, address_of("new-" + ada), "confirm-email"))
    expect(page).not_to_have_url(re.compile("confirm-email"))
    log_out(page, home)
    log_in(page, home, address_of(ada))
    expect(page.locator("main .errorlist.nonfield")).to_be_visible()
    log_in(page, home, address_of("new-" + ada))
    is_logged_in(page, ada)


def test_a_second_step_with_an_app(visit: Visit, home: str, ada: str) -> None:
    """The password alone does not let in any more."""
    page = visit().new_page()
    log_in(page, home, ada)
    is_logged_in(page, ada)
    page.goto(f"{home}/accounts/2fa/totp/activate/")
    prove(page)
    secret = page.locator("#authenticator_secret").input_value()
    send(page, code=code_of(secret))
    expect(page).to_have_url(re.compile("recovery-codes"))
    log_out(page, home)
    log_in(page, home, ada)
    expect(page).to_have_url(re.compile("2fa/authenticate"))
    page.goto(f"{home}/preferences/")
    expect(page).to_have_url(re.compile("2fa/authenticate"))
    send(page, code="000000")
    expect(page.locator("main .errorlist.nonfield")).to_be_visible()
    send(page, code=code_of(secret))
    is_logged_in(page, ada)


def with_authenticator(context: BrowserContext) -> Page:
    """Return a page of a browser with an authenticator inside, that knows its owner."""
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return page


def test_a_passkey(visit: Visit, home: str, ada: str) -> None:
    """It is added, lets in without name and password, and is removed."""
    page = with_authenticator(visit())
    log_in(page, home, ada)
    is_logged_in(page, ada)
    page.goto(f"{home}/accounts/2fa/webauthn/add/")
    prove(page)
    page.locator('main [name="name"]').fill("my telescope")
    page.locator('main [name="passwordless"]').check()
    page.locator("#mfa_webauthn_add").click()
    expect(page).to_have_url(re.compile("2fa/(recovery-codes|webauthn/)(?!add)"))
    log_out(page, home)

    page.goto(f"{home}/accounts/login/")
    page.locator("#passkey_login").click()
    is_logged_in(page, ada)

    page.goto(f"{home}/accounts/2fa/webauthn/")
    expect(page.locator("main")).to_contain_text("my telescope")
    with page.expect_navigation():
        page.locator('main a[href*="/remove/"]').click()
    prove(page)
    send(page)
    page.goto(f"{home}/accounts/2fa/webauthn/")
    expect(page.locator("main")).not_to_contain_text("my telescope")


def test_sessions_are_listed_and_ended(visit: Visit, home: str, ada: str) -> None:
    """From one browser the other is logged out."""
    here, there = visit().new_page(), visit().new_page()
    for page in (there, here):
        log_in(page, home, ada)
        is_logged_in(page, ada)
        page.goto(f"{home}/preferences/")
    here.goto(f"{home}/accounts/sessions/")
    rows = here.locator("main ul.rows > li")
    expect(rows).to_have_count(2)
    rows.locator('form[action*="/end/"] button').click()
    expect(rows).to_have_count(1)
    there.goto(f"{home}/preferences/")
    expect(there).to_have_url(re.compile("login"))
    here.goto(f"{home}/preferences/")
    is_logged_in(here, ada)


def test_my_data_and_then_nothing_of_me(visit: Visit, home: str, ada: str) -> None:
    """The file holds what the site knows; after the deletion no log-in works."""
    page = visit().new_page()
    log_in(page, home, ada)
    is_logged_in(page, ada)
    page.goto(f"{home}/preferences/")
    with page.expect_download() as download:
        page.locator('main a[href*="/account/export/"]').click()
    data = json.loads(download.value.path().read_text())
    assert data["account"]["email"] == address_of(ada)
    page.goto(f"{home}/account/delete/")
    send(page, name=ada)
    expect(page.locator("#messages")).to_contain_text("deleted")
    log_in(page, home, ada)
    expect(page.locator("main .errorlist.nonfield")).to_be_visible()
