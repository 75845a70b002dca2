"""A new password doesn't end all access: the page and the mail name the rest, with a button."""

import re
from collections.abc import Callable

import pytest
from allauth.usersessions.models import UserSession
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.notifications.models import PushSubscription, Webhook
from games.notifications.subscriptions import BROWSER
from tests.support.browsing import log_in_freshly, text_of
from tests.support.factories import PASSWORD, player

pytestmark = pytest.mark.django_db

NEW = "another horse 17"
SECRET = "https://hooks.example.org/secret-part"


@pytest.fixture
def ada(client: Client) -> User:
    """A player with a webhook, logged in by the password."""
    ada = player("ada")
    Webhook.objects.create(user=ada, url=SECRET)
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


def test_the_page_after_a_change_names_them(client: Client, ada: User) -> None:
    path = change_password(client)
    assert path == reverse("access")
    page = text_of(client.get(path))
    assert "Webhook to hooks.example.org" in page
    assert "secret-part" not in page


@pytest.mark.usefixtures("worker")
@pytest.mark.parametrize("change", [change_password, reset_password])
def test_the_mail_names_them(client: Client, ada: User, change: Callable[[Client], object]) -> None:
    change(client if change is change_password else Client())
    text = str(mail.outbox[-1].body)
    assert "Webhook to hooks.example.org" in text
    assert reverse("access") in text
    assert "secret-part" not in text


def test_one_button_ends_them(client: Client, ada: User) -> None:
    change_password(client)
    client.post(reverse("access"))
    assert not Webhook.objects.exists()


def test_without_any_a_change_leads_on_as_ever(client: Client) -> None:
    log_in_freshly(client, player("ben"))
    assert change_password(client) == reverse("account_change_password")
    assert "go on working" not in str(mail.outbox[-1].body)
    assert "Nothing reaches your account" in text_of(client.get(reverse("access")))


@pytest.mark.usefixtures("worker")
@pytest.mark.parametrize("change", [change_password, reset_password])
def test_browsers_that_are_shut_out_get_no_pushes(
    client: Client, ada: User, change: Callable[[Client], object]
) -> None:
    there = Client()
    there.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    there.get(reverse("home"))
    session = there.session
    session[BROWSER] = "there"
    session.save()
    PushSubscription.objects.create(user=ada, endpoint="https://push.example/", session="there")
    change(client if change is change_password else Client())
    assert not UserSession.objects.filter(session_key=session.session_key).exists()
    assert not PushSubscription.objects.awake().exists()


def test_a_log_in_of_now_is_a_fresh_one(client: Client, ada: User) -> None:
    assert client.get(reverse("export")).status_code == 200
