"""Whether an address has an account shows in no answer: the work before it is the same."""

from collections import Counter
from typing import Any

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from tests.accounts.test_signing_up import NEW
from tests.support.factories import player

pytestmark = pytest.mark.django_db


@pytest.fixture
def hashes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the passwords that have been hashed, which takes nearly all of the time."""
    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def counting(self: Any, password: str, salt: str, *more: Any) -> str:
        hashed.append(password)
        return encode(self, password, salt, *more)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counting)
    return hashed


def work(hashes: list[str], name: str, data: dict[str, str]) -> tuple[Any, ...]:
    """Send a form; return what was done for it: hashes, statements, mails, and the answer."""
    client = Client(headers={"accept-language": "en"})
    client.get(reverse(name))
    hashes.clear()
    mail.outbox.clear()
    with CaptureQueriesContext(
        connection,
    ) as queries:
        answer = client.post(reverse(name), data)
    statements: Counter[str] = Counter()
    for query in queries:
        words = query["sql"].replace('"', "").split()
        if words[0] in ("INSERT", "UPDATE"):
            statements[" ".join(words[:3])] += 1
    return len(hashes), statements, len(mail.outbox), answer.status_code, answer.get("Location")


def test_a_forgotten_password(hashes: list[str]) -> None:
    player("ada")
    Client().get(reverse("account_reset_password"))  # what pages cache
    with CaptureQueriesContext(connection) as known:
        first = work(hashes, "account_reset_password", {"email": "ada@example.org"})
    with CaptureQueriesContext(connection) as unknown:
        second = work(hashes, "account_reset_password", {"email": "nobody@example.org"})
    assert first == second
    assert len(known) == len(unknown)
    assert not any("email" in query["sql"] for query in known), "a worker looks it up"
    assert not mail.outbox


def test_signing_up(hashes: list[str]) -> None:
    player("ada")
    before = list(User.objects.values_list("username"))
    form = NEW | {"username": "eve"}
    known = work(hashes, "account_signup", form)
    assert list(User.objects.values_list("username")) == before
    unknown = work(hashes, "account_signup", form | {"email": "eve@example.org"})
    assert User.objects.filter(username="eve").exists()
    assert known[0] == unknown[0] == 1
    for table in ("INSERT INTO accounts_user", "INSERT INTO account_emailaddress"):
        assert known[1][table] == unknown[1][table] == 1
    assert known[2:] == unknown[2:] == (1, 302, reverse("account_email_verification_sent"))


@pytest.mark.parametrize("logins", [("ada", "eve"), ("ada@example.org", "eve@example.org")])
def test_logging_in(hashes: list[str], logins: tuple[str, str]) -> None:
    player("ada")
    known, unknown = (
        work(hashes, "account_login", {"login": login, "password": "wrong"}) for login in logins
    )
    assert known == unknown
    assert known[0] > 0
