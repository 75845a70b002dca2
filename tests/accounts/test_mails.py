"""The mails about accounts: the site's own words, as text and as HTML, with its own links."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path

import allauth
import pytest
from allauth.account import app_settings
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.mails import NOT_SENT, letter
from accounts.models import AccountMail, User
from common.navigation import optional_url
from tests.accounts.test_signing_up import NEW, who
from tests.support.factories import PASSWORD, player, running_game

pytestmark = pytest.mark.django_db

SITE = "http://zenith.example"


@pytest.fixture(autouse=True)
def site(settings: Settings) -> None:
    settings.SITE_URL = SITE
    settings.ALLOWED_HOSTS = ["zenith.example"]


@pytest.fixture
def client() -> Client:
    return visitor()


def visitor(language: str = "en") -> Client:
    """Return a browser that visits the site."""
    headers = {"host": "zenith.example", "accept-language": language}
    return Client(headers=headers)


def sent() -> tuple[str, str, str]:
    """Return the subject, the text and the HTML of the only mail."""
    [message] = mail.outbox
    assert isinstance(message, EmailMultiAlternatives)
    [(html, kind)] = message.alternatives
    assert kind == "text/html"
    return str(message.subject), str(message.body), str(html)


def sign_up() -> None:
    visitor().post(reverse("account_signup"), NEW)


def log_in_unconfirmed() -> None:
    """On the next day: there is one mail a day."""
    sign_up()
    mail.outbox.clear()
    AccountMail.objects.update(sent_at=timezone.now() - timedelta(days=1))
    visitor().post(reverse("account_login"), {"login": "ada", "password": NEW["password1"]})


def change_address() -> None:
    player("ada")
    client = visitor()
    client.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    client.post(reverse("account_email"), {"email": "new@example.org", "action_add": ""})


def forget_password() -> None:
    player("ada")
    visitor().post(reverse("account_reset_password"), {"email": "ada@example.org"})


def ask_for_no_account() -> None:
    visitor().post(reverse("account_reset_password"), {"email": "ada@example.org"})


def sign_up_twice() -> None:
    player("ada")
    visitor().post(reverse("account_signup"), NEW | {"username": "ida"})


@pytest.mark.usefixtures("worker")
@pytest.mark.parametrize(
    ("occasion", "subject", "path"),
    [
        (sign_up, "Zenith: Confirm your address", "/accounts/confirm-email/"),
        (log_in_unconfirmed, "Zenith: Confirm your address", "/accounts/confirm-email/"),
        (change_address, "Zenith: Confirm your address", "/accounts/confirm-email/"),
        (forget_password, "Zenith: Reset your password", "/accounts/password/reset/key/"),
        (ask_for_no_account, "Zenith: Reset your password", "/accounts/signup/"),
        (sign_up_twice, "Zenith: You already have an account", "/accounts/password/reset/"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_mail_about_an_account(occasion: Callable[[], object], subject: str, path: str) -> None:
    occasion()
    title, text, html = sent()
    assert title == subject
    for foreign in ("testserver", "localhost", "example.com", "Hello from", "Thank you for using"):
        assert foreign not in text + html
    links = re.findall(r"https?://\S+", text)
    legal = {f"{SITE}{path}" for path in map(optional_url, ("imprint", "privacy")) if path}
    assert legal <= {*links}
    assert any(path in link for link in links)
    hrefs = re.findall(r'href="([^"]+)"', unescape(html))
    assert set(hrefs) == set(links)
    assert {link.partition("/accounts/")[0] for link in {*links} - legal} == {SITE}


TEMPLATES = sorted(
    path.name.removesuffix("_message.txt")
    for app in ("account", "mfa")
    for path in (Path(allauth.__file__).parent / "templates" / app / "email").glob("*_message.txt")
    if path.name != "base_message.txt"
)
CONTEXT = {
    "user": User(username="ada"),
    "timestamp": datetime(2026, 11, 22, 12, tzinfo=UTC),
    "ip": "192.0.2.7",
    "email": "ada@example.org",
    "from_email": "old@example.org",
    "to_email": "new@example.org",
    "deleted_email": "old@example.org",
    **dict.fromkeys(("activate_url", "password_reset_url", "signup_url", "undo_url"), f"{SITE}/"),
}


@pytest.mark.parametrize("template", TEMPLATES)
def test_every_mail_of_the_library_has_our_words(template: str) -> None:
    written = letter(f"account/email/{template}", CONTEXT)
    assert (written is None) == (template in NOT_SENT)
    if written is not None:
        assert written.subject
        assert f'href="{written.link}"' in unescape(written.html())
        assert written.link in written.text()
        assert "%(" not in written.text()


def test_codes_which_have_no_mail_of_ours_are_off() -> None:
    assert set(TEMPLATES) > NOT_SENT
    assert not app_settings.LOGIN_BY_CODE_ENABLED
    assert not app_settings.PASSWORD_RESET_BY_CODE_ENABLED
    assert not app_settings.EMAIL_VERIFICATION_BY_CODE_ENABLED


@pytest.mark.usefixtures("worker")
def test_a_changed_password_is_told() -> None:
    player("ada")
    client = visitor()
    client.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    new = "another horse 17"
    data = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    client.post(reverse("account_change_password"), data)
    subject, text, _html = sent()
    assert subject == "Zenith: Your password was changed"
    assert f"{SITE}/accounts/password/reset/" in text
    assert "127.0.0.1" in text


def test_mails_speak_the_reader_s_language() -> None:
    client = visitor("de")
    client.post(reverse("account_signup"), NEW)
    assert 'lang="de">' in sent()[2]


def test_a_name_is_no_markup_in_a_mail() -> None:
    user = User(username="<b>ada</b>")
    written = letter("account/email/email_confirmation_signup", {"user": user, "activate_url": "x"})
    assert written is not None
    assert "<b>ada" not in written.html()
    assert "<b>ada" in written.text()


def test_the_link_confirms_and_logs_in_with_one_click(client: Client) -> None:
    """The page sends its form at once where scripts run; fetching the link confirms nothing."""
    client.post(reverse("account_signup"), NEW)
    found = re.search(rf"{SITE}(/accounts/confirm-email/\S+)", sent()[1])
    assert found is not None
    page = client.get(found[1]).content.decode()
    assert f'action="{found[1]}" data-send-at-once' in page
    assert "ada@example.org is the address of the account ada." in page
    assert who(client) is None
    assert client.post(found[1]).status_code == 302
    assert who(client) == User.objects.get()
    assert "no longer works" in visitor().get("/accounts/confirm-email/nonsense/").content.decode()


def test_whoever_has_just_signed_up_is_welcomed(client: Client) -> None:
    ada = player("ada")
    client.force_login(ada)
    page = client.get(reverse("home")).content.decode()
    assert "Welcome, ada!" in page
    assert "No game runs." not in page
    running_game(ada, player("ben"))
    assert "Welcome, ada!" not in client.get(reverse("home")).content.decode()
