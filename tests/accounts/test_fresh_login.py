"""What would take an account asks for the password, a passkey or a code again."""

import re

import pytest
from allauth.account.internal.flows.reauthentication import get_reauthentication_flows
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.notifications.models import NotificationSettings
from tests.accounts.test_signing_up import NEW
from tests.support.browsing import log_in_freshly
from tests.support.factories import PASSWORD

pytestmark = pytest.mark.django_db

AGAIN = reverse("account_reauthenticate")
NEW_ADDRESS = {"email": "new@example.org", "action_add": ""}
ASKING = [
    ("account_email", NEW_ADDRESS),
    ("delete_account", None),
    ("delete_account", {"name": "ada"}),
    ("export", None),
    ("mfa_activate_totp", None),
    ("mfa_add_webauthn", None),
    ("mfa_generate_recovery_codes", {}),
]
"""Pages, and what is posted to them."""


def ask(client: Client, name: str, posted: dict[str, str] | None) -> str:
    """Send a request; return where it leads, or nothing."""
    path = reverse(name)
    answer = client.get(path) if posted is None else client.post(path, posted)
    return str(answer.headers.get("Location", ""))


@pytest.mark.parametrize(("name", "posted"), ASKING)
def test_a_session_alone_is_not_enough(
    client: Client, ada: User, name: str, posted: dict[str, str] | None
) -> None:
    assert ask(client, name, posted).startswith(AGAIN)
    assert User.objects.filter(pk=ada.pk).exists()
    assert EmailAddress.objects.count() == 1
    assert not NotificationSettings.objects.exists()
    log_in_freshly(client, ada)
    assert not ask(client, name, posted).startswith(AGAIN)


def test_a_change_of_password_asks_for_the_present_one(client: Client, ada: User) -> None:
    new = {"oldpassword": "wrong", "password1": "another horse 17", "password2": "another horse 17"}
    assert client.post(reverse("account_change_password"), new).status_code == 422


def ask_and_prove(client: Client, name: str, posted: dict[str, str]) -> None:
    """Send a form, and give the password when it is asked for."""
    where = ask(client, name, posted)
    client.get(where)
    _path, _mark, query = where.partition("next=")
    assert query
    answer = client.post(AGAIN, {"password": PASSWORD, "next": reverse(name)})
    assert answer.status_code == 302


def test_what_was_posted_is_done_after_the_password(client: Client, ada: User) -> None:
    ask_and_prove(client, "account_email", NEW_ADDRESS)
    assert EmailAddress.objects.filter(email="new@example.org").exists()
    assert not NotificationSettings.objects.exists()


def test_a_wrong_password_changes_nothing(client: Client, ada: User) -> None:
    ask(client, "account_email", NEW_ADDRESS)
    answer = client.post(AGAIN, {"password": "wrong", "next": reverse("account_email")})
    assert answer.status_code == 422
    assert EmailAddress.objects.count() == 1


def test_the_page_leads_back_to_a_page(client: Client, ada: User) -> None:
    page = client.get(ask(client, "delete_account", None)).content.decode()
    assert re.search(rf'name="next"\s+value="{reverse("delete_account")}"', page)
    answer = client.post(AGAIN, {"password": PASSWORD, "next": reverse("delete_account")})
    assert answer["Location"] == reverse("delete_account")


def test_every_account_that_can_be_logged_in_to_has_a_way_to_prove_it(ada: User) -> None:
    assert get_reauthentication_flows(ada)


def test_guests_have_nothing_to_prove_with(client: Client) -> None:
    client.post(reverse("play_a_bot"))
    assert client.get(reverse("delete_account")).status_code == 200
    client.post(reverse("account_signup"), NEW)
    assert client.get(reverse("export")).status_code == 200
