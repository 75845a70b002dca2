"""Mails that any visitor can cause: one a day to an address, three resets a day to an account's."""

from datetime import datetime, timedelta
from smtplib import SMTPException

import pytest
import time_machine
from django.core import mail
from django.core.cache import cache
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.mail_limits import forget_counts
from accounts.models import AccountMail, User
from tests.accounts.test_signing_up import NEW
from tests.support.factories import PASSWORD, player

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("worker")]


def forget_password(email: str, times: int = 1) -> int:
    """Ask for a new password from new networks, after restarts; return the number of mails."""
    mail.outbox.clear()
    for visit in range(times):
        cache.clear()
        client = Client(REMOTE_ADDR=f"192.0.2.{visit + 1}")
        answer = client.post(reverse("account_reset_password"), {"email": email})
        assert answer.status_code == 302
    return len(mail.outbox)


def sign_up(name: str, email: str) -> int:
    """Sign up; return the number of mails."""
    mail.outbox.clear()
    answer = Client().post(reverse("account_signup"), NEW | {"username": name, "email": email})
    assert answer["Location"] == reverse("account_email_verification_sent")
    return len(mail.outbox)


def log_in(name: str) -> Client:
    """Return the browser of a player who has just given the password."""
    client = Client()
    client.post(reverse("account_login"), {"login": name, "password": PASSWORD})
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return client


def tomorrow() -> datetime:
    return timezone.now() + timedelta(days=1, seconds=1)


@pytest.mark.parametrize("email", ["no-one@example.org", "NO-ONE@example.org"])
def test_one_mail_a_day_to_an_address_without_an_account(email: str) -> None:
    assert forget_password("no-one@example.org", 3) == 1
    assert forget_password(email, 3) == 0
    assert forget_password("no-one+1@example.org") == 0
    assert sign_up("eve", email) == 0
    with time_machine.travel(tomorrow()):
        assert forget_password(email, 3) == 1


def test_one_mail_a_day_whoever_signs_up_with_an_address() -> None:
    assert [sign_up(name, "foreign@example.org") for name in ("eve", "mel", "kim")] == [1, 0, 0]
    Client().post(reverse("account_login"), {"login": "eve", "password": NEW["password1"]})
    assert mail.outbox == []
    assert forget_password("foreign@example.org") == 0


def test_three_resets_a_day_to_the_address_of_an_account() -> None:
    player("ada")
    assert forget_password("ada@example.org", 5) == 3
    with time_machine.travel(tomorrow()):
        assert forget_password("ada@example.org", 5) == 3


def test_sign_ups_with_the_address_of_an_account_take_none_of_its_resets() -> None:
    player("ada")
    assert [sign_up(name, "ada@example.org") for name in ("eve", "mel", "kim")] == [1, 0, 0]
    assert forget_password("ada@example.org", 5) == 3


def test_a_new_address_is_mailed_once_a_day() -> None:
    """Whichever accounts add it, and however often the link is asked for."""
    for name in ("ada", "ben"):
        player(name)
        client = log_in(name)
        client.post(reverse("account_email"), {"email": "new@example.org", "action_add": ""})
        client.post(reverse("account_email"), {"email": "new@example.org", "action_send": ""})
    assert [sent.to for sent in mail.outbox] == [["new@example.org"]]


def test_the_answer_is_the_same_when_nothing_is_sent() -> None:
    pages = []
    for name in ("eve", "mel"):
        client = Client()
        form = NEW | {"username": name, "email": "foreign@example.org"}
        page = client.post(reverse("account_signup"), form, follow=True)
        pages.append([str(message) for message in page.context["messages"]])
    assert len(mail.outbox) == 1
    assert pages[0] == pages[1] != []


def test_a_mail_that_the_server_refuses_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object) -> None:
        raise SMTPException

    with monkeypatch.context() as broken:
        broken.setattr(EmailBackend, "send_messages", refuse)
        Client().post(reverse("account_signup"), NEW)
    Client().post(reverse("account_login"), {"login": "ada", "password": NEW["password1"]})
    assert len(mail.outbox) == 1
    assert User.objects.count() == 1


def test_no_address_is_kept_and_counts_are_forgotten() -> None:
    forget_password("no-one@example.org")
    assert "no-one" not in str(AccountMail.objects.get())
    forget_counts(timezone.now())
    assert AccountMail.objects.exists()
    forget_counts(tomorrow())
    assert not AccountMail.objects.exists()
