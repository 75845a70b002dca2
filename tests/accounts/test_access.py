"""A new password doesn't end all access: the page and the mail name the rest, with a button."""

import re
from collections.abc import Callable

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.signals import AccessListed, AccessRevoked, access_listed, access_revoked
from common.announcements import Order
from tests.support.browsing import log_in_freshly, text_of
from tests.support.factories import PASSWORD, player

pytestmark = pytest.mark.django_db

NEW = "another horse 17"


@pytest.fixture
def doors(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The users who have another access, a back door; it is all that is listed."""
    open_doors: set[str] = set()

    def show(event: AccessListed) -> None:
        if event.user.username in open_doors:
            event.lines.append("a back door")
            event.ends.append("The door is shut.")

    def shut(event: AccessRevoked) -> None:
        open_doors.discard(event.user.username)

    for announcement, receiver in ((access_listed, show), (access_revoked, shut)):
        monkeypatch.setattr(announcement, "_receivers", [(Order.NOTIFICATIONS, receiver)])
    return open_doors


@pytest.fixture
def ada(client: Client, doors: set[str]) -> User:
    """A player with a back door, logged in by the password."""
    ada = player("ada")
    doors.add("ada")
    client.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    client.get(reverse("home"))
    return ada


def change_password(client: Client) -> str:
    """Change the password; return where that leads."""
    data = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    return str(client.post(reverse("account_change_password"), data)["Location"])


def reset_password(client: Client) -> None:
    """Choose a new password by the link in a mail."""
    client.post(reverse("account_reset_password"), {"email": "ada@example.org"})
    found = re.search(r"http://[^/]+(/accounts/password/reset/key/\S+)", str(mail.outbox[-1].body))
    assert found is not None
    form = client.get(found[1], follow=True)
    client.post(form.request["PATH_INFO"], {"password1": NEW, "password2": NEW})


@pytest.mark.whole
def test_the_page_after_a_change_names_them(client: Client, ada: User) -> None:
    path = change_password(client)
    assert path == reverse("access")
    page = text_of(client.get(path))
    assert "a back door" in page
    assert "The door is shut." in page


@pytest.mark.usefixtures("worker")
@pytest.mark.parametrize("change", [change_password, reset_password])
def test_the_mail_names_them(client: Client, ada: User, change: Callable[[Client], object]) -> None:
    change(client if change is change_password else Client())
    text = str(mail.outbox[-1].body)
    assert "a back door" in text
    assert reverse("access") in text


def test_one_button_ends_them(client: Client, ada: User, doors: set[str]) -> None:
    change_password(client)
    client.post(reverse("access"))
    assert doors == set()


@pytest.mark.usefixtures("doors")
def test_without_any_a_change_leads_on_as_ever(client: Client) -> None:
    log_in_freshly(client, player("ben"))
    assert change_password(client) == reverse("account_change_password")
    assert "go on working" not in str(mail.outbox[-1].body)
    assert "Nothing reaches your account" in text_of(client.get(reverse("access")))


def test_a_log_in_of_now_is_a_fresh_one(client: Client, ada: User) -> None:
    assert client.get(reverse("export")).status_code == 200
