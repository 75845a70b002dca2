"""Pages and mails about accounts call people du in German, those of django-allauth too."""

import re

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from tests.support.factories import PASSWORD, player

pytestmark = pytest.mark.django_db

POLITE = re.compile(r"\b(Sie|Ihnen|Ihr(e|en|em|er|es)?)\b")


def polite(text: str) -> list[str]:
    """Return the words around each polite form."""
    return [text[max(0, hit.start() - 40) : hit.end() + 40] for hit in POLITE.finditer(text)]


@pytest.fixture
def ada() -> Client:
    """A German reader who is logged in, with a password given just now."""
    player("ada", language="de")
    client = Client(headers={"accept-language": "de"})
    client.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return client


@pytest.mark.parametrize(
    "name",
    [
        "account_login",
        "account_signup",
        "account_reset_password",
        "account_reset_password_done",
        "account_email_verification_sent",
    ],
)
def test_pages_for_visitors(name: str) -> None:
    page = Client(headers={"accept-language": "de"}).get(reverse(name))
    assert page.status_code == 200
    assert 'lang="de"' in page.content.decode()
    assert polite(page.content.decode()) == []


@pytest.mark.parametrize(
    "name",
    [
        "account_email",
        "account_change_password",
        "account_reauthenticate",
        "mfa_index",
        "mfa_activate_totp",
        "mfa_add_webauthn",
        "mfa_list_webauthn",
        "usersessions_list",
    ],
)
def test_pages_for_players(ada: Client, name: str) -> None:
    page = ada.get(reverse(name))
    assert page.status_code == 200
    assert polite(page.content.decode()) == []


@pytest.mark.usefixtures("worker")
def test_mails() -> None:
    player("ada", language="de")
    client = Client(headers={"accept-language": "de"})
    new = {"username": "eve", "password1": "a long way 17", "password2": "a long way 17"}
    for address in ("eve@example.org", "ada@example.org"):
        client.post(reverse("account_signup"), new | {"email": address})
        new["username"] = "mia"
    for address in ("ada@example.org", "nobody@example.org"):
        client.post(reverse("account_reset_password"), {"email": address})
    assert len(mail.outbox) == 4
    for sent in mail.outbox:
        assert polite(f"{sent.subject} {sent.body}") == []
