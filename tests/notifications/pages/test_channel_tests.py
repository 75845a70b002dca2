"""Tests of a channel, asked for on the settings page."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User
from games.notifications import bounces
from games.notifications.channels import channels
from games.notifications.models import BadAddress, Delivery, Notification, NotificationSettings
from games.notifications.notifications import ChannelTest
from games.notifications.outbox import send_due
from games.notifications.short_messages import short_message
from tests.notifications.pager import PAGER, install, pager_of
from tests.notifications.pages.forms import NOON, signed_in, text_of
from tests.support.browsing import forms_to

pytestmark = pytest.mark.django_db
NIGHT = datetime(2026, 11, 21, 23, 30, tzinfo=UTC)
State = Delivery.State


# Tests of a channel.


def test_a_test_by_mail(client: Client, ada: User, clock: Any) -> None:
    """It goes through the outbox, at once, at night, and whatever the matrix says."""
    clock[0] = NIGHT
    NotificationSettings.objects.create(user=ada, matrix={"test": {"mail": False}})
    client.post("/notifications/tests/mail/")
    page = text_of(client.get("/notifications/"))
    assert "It is on its way." in page
    assert not mail.outbox
    assert send_due(NIGHT) == 1
    [sent] = mail.outbox
    assert sent.to == ["ada@example.org"]
    assert "this is your test" in str(sent.body)
    assert "/notifications/history/" in str(sent.body)
    assert "Sent today 23:30." in text_of(client.get("/notifications/"))
    assert send_due(NIGHT) == 0


def test_the_page_looks_again_only_while_a_test_waits(client: Client) -> None:
    assert b"hx-trigger" not in client.get("/notifications/").content
    client.post("/notifications/tests/mail/")
    assert b'hx-trigger="load delay:2s"' in client.get("/notifications/").content
    send_due(NOON)
    assert b"hx-trigger" not in client.get("/notifications/").content


def test_one_test_a_minute(client: Client, clock: Any) -> None:
    client.post("/notifications/tests/mail/")
    page = client.post("/notifications/tests/mail/")
    assert page.status_code == 429
    assert "One test a minute" in page.content.decode()
    assert Delivery.objects.count() == 1
    clock[0] += timedelta(minutes=1)
    client.post("/notifications/tests/mail/")
    assert Delivery.objects.count() == 2


def test_a_test_to_nowhere(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    assert not forms_to(client.get("/notifications/"), f"/notifications/tests/{PAGER}/")
    page = client.post(f"/notifications/tests/{PAGER}/")
    assert page.status_code == 422
    assert "no address to send it to" in text_of(page)
    assert client.post("/notifications/tests/no-such-channel/").status_code == 404
    assert not Notification.objects.exists()


def test_a_test_says_why_it_did_not_go(client: Client, ada: User) -> None:
    client.post("/notifications/tests/mail/")
    bounces.note_bad(ada.email, BadAddress.Why.BOUNCE, "550 No such user")
    send_due(NOON)
    assert not mail.outbox
    assert "Mails to your address do not arrive." in text_of(client.get("/notifications/"))


def test_a_test_only_by_posting_and_with_its_token(ada: User) -> None:
    assert signed_in(ada).get("/notifications/tests/mail/").status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ada, backend="django.contrib.auth.backends.ModelBackend")
    assert strict.post("/notifications/tests/mail/").status_code == 403
    assert strict.post("/notifications/", {"mail_after": "0"}).status_code == 403


def test_a_test_has_words_for_every_channel(ada: User) -> None:
    told = short_message(Notification(user=ada, kind=ChannelTest.key), NOON)
    assert "this is your test" in told.text
    assert told.url.endswith("/notifications/")


def test_each_channel_says_where_it_leads(
    client: Client, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch)
    pager = pager_of(ada)
    page = client.get("/notifications/")
    assert "ada@example.org" in text_of(page)
    tests = [(test["channel"].key, test["where"]) for test in page.context["tests"]]
    assert tests[0] == (PAGER, pager.email)
    assert tests[-1] == ("mail", ada.email)
    assert len(tests) == len(channels())
