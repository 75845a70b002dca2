"""Addresses that do not work: what providers tell, what it stops, and how it starts again."""

import json
import re
from smtplib import SMTPServerDisconnected
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.tasks import send_reset_mail
from games.notifications.bounces import is_bad, note_bad, trouble_of, trust
from games.notifications.models import BadAddress
from tests.support.factories import player

pytestmark = pytest.mark.django_db

SECRET = "a-secret-of-some-length"
WHO = "Ada@Example.org"


@pytest.fixture(autouse=True)
def a_secret(settings: Any) -> None:
    settings.BOUNCE_SECRET = SECRET


def post(data: object, secret: str = SECRET) -> int:
    """Return the status that a provider gets; it sends no cookies."""
    body = data if isinstance(data, str) else json.dumps(data)
    client = Client(enforce_csrf_checks=True)
    address = reverse("bounces", args=[secret])
    return client.post(address, body, content_type="application/json").status_code


OWN = {"address": WHO, "kind": "bounce", "said": "no such user"}
OWN_COMPLAINT = {"address": WHO, "kind": "complaint"}
ODD: list[object] = [
    "",
    "{",
    "[" * 100_000,
    [],
    None,
    7,
    {},
    {"address": WHO},
    {"address": WHO, "kind": "delay"},
    {"address": f"ada@{'long.' * 55}org", "kind": "bounce"},
    {"address": "nobody", "kind": "bounce"},
    {"address": [WHO], "kind": "bounce"},
    {"RecordType": "Bounce", "Type": "HardBounce", "Email": WHO},
]


def test_a_bounce_stops_mail_to_the_address() -> None:
    assert post(OWN) == 204
    assert post(OWN) == 204  # servers say things twice
    bad = BadAddress.objects.get()
    assert (bad.address, bad.why, bad.said) == ("ada@example.org", "bounce", "no such user")
    assert is_bad(WHO)


@pytest.mark.parametrize(("more", "status"), [(0, 204), (1, 400)])
def test_an_address_has_at_most_254_characters(more: int, status: int) -> None:
    """By RFC 5321; a domain of labels of one letter is valid at any length."""
    address = "ada@" + "o." * 123 + "x" * (1 + more) + "org"
    assert len(address) == 254 + more
    assert post({**OWN, "address": address}) == status


def test_a_complaint_outweighs_a_bounce() -> None:
    post(OWN)
    assert post(OWN_COMPLAINT) == 204
    assert BadAddress.objects.get().why == "complaint"
    post(OWN)
    assert BadAddress.objects.get().why == "complaint"


def test_what_is_no_report() -> None:
    for event in ODD:
        assert post(event) == 400, event
    assert not BadAddress.objects.exists()


def test_without_the_secret_there_is_no_such_page(settings: Any) -> None:
    assert post(OWN, SECRET[:-1] + "x") == 404
    assert post(OWN, "ä") == 404
    settings.BOUNCE_SECRET = ""
    assert post(OWN) == 404
    assert not BadAddress.objects.exists()


def test_it_takes_posts_only(client: Client) -> None:
    assert client.get(reverse("bounces", args=[SECRET])).status_code == 405


def test_a_long_answer_is_cut() -> None:
    note_bad(WHO, BadAddress.Why.BOUNCE, "x" * 1000)
    assert len(BadAddress.objects.get().said) == 200


def test_its_owner_is_told_and_can_try_again(client: Client) -> None:
    ada = player("ada")
    assert trouble_of(ada) is None
    post(OWN)
    bad = trouble_of(ada)
    assert bad is not None
    assert bad.why == "bounce"
    client.force_login(ada)
    home = client.get(reverse("home"))
    assert reverse("mails_again") in home.content.decode()
    assert "ada@example.org" in home.content.decode()
    assert client.get(reverse("mails_again")).status_code == 405
    client.post(reverse("mails_again"))
    assert trouble_of(ada) is None
    assert reverse("mails_again") not in client.get(reverse("home")).content.decode()


def test_nobody_else_is_told_of_it(client: Client) -> None:
    player("ada")
    post(OWN)
    client.force_login(player("bob"))
    assert "ada@example.org" not in client.get(reverse("home")).content.decode()
    client.post(reverse("mails_again"))
    assert is_bad(WHO)


def test_another_address_or_the_same_confirmed_anew_works() -> None:
    ada = player("ada")
    post(OWN)
    address = EmailAddress.objects.get(user=ada)
    email_confirmed.send(EmailAddress, request=None, email_address=address)
    assert not is_bad(WHO)
    post(OWN)
    ada.email = "new@example.org"
    assert trouble_of(ada) is None
    trust(WHO)
    assert not BadAddress.objects.exists()


@pytest.mark.usefixtures("worker")
@pytest.mark.parametrize("why", BadAddress.Why)
def test_who_resets_a_password_gets_the_mail_and_shows_that_mails_arrive(
    client: Client, why: BadAddress.Why
) -> None:
    """The mailbox may have been mended. Who complained wants no notifications, mended or not."""
    ada = player("ada", language="en")
    note_bad(WHO, why, "550 No such user")
    assert client.post(reverse("account_reset_password"), {"email": WHO}).status_code == 302
    [sent] = mail.outbox
    assert sent.to == [ada.email]
    assert is_bad(WHO)  # asking for a mail shows nothing yet
    found = re.search(r"http://[^/]+(/accounts/password/reset/key/\S+)", str(sent.body))
    assert found is not None
    form = client.get(found[1], follow=True)
    new = dict.fromkeys(("password1", "password2"), "another long sentence")
    assert client.post(form.request["PATH_INFO"], new).status_code == 302
    ada.refresh_from_db()
    assert ada.check_password("another long sentence")
    assert is_bad(WHO) == (why == BadAddress.Why.COMPLAINT)


def test_a_mail_server_that_takes_no_mail_about_accounts(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The same for an address that has an account and for one that has none."""
    player("ada", language="en")

    def refuse(_mail: mail.EmailMessage) -> int:
        raise SMTPServerDisconnected("gone away")

    monkeypatch.setattr(mail.EmailMessage, "send", refuse)
    secret = dict.fromkeys(("password1", "password2"), "a long sentence")
    for address in (WHO, "nobody@example.org"):
        form = {"username": address.partition("@")[0] + "2", "email": address, **secret}
        page = client.post(reverse("account_signup"), form, follow=True)
        assert page.status_code == 200
        assert "The mail could not be sent. Try again later." in page.content.decode()
        with pytest.raises(SMTPServerDisconnected):  # so that the worker tries again
            send_reset_mail(address, "en")
    assert caplog.text.count("gone away") == 4
