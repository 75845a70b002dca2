"""Feeds need no password: new addresses ask for it, and it is said when it changes."""

from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.notifications.feeds import feeds
from games.notifications.models import NotificationSettings
from tests.accounts.test_access import change_password
from tests.accounts.test_fresh_login import AGAIN, ask, ask_and_prove
from tests.support.browsing import log_in_freshly, text_of

pytestmark = pytest.mark.django_db


def test_a_session_alone_makes_no_addresses(client: Client, ada: User) -> None:
    client.force_login(ada)
    assert ask(client, "feeds_revoke", {}).startswith(AGAIN)
    assert not NotificationSettings.objects.exists()
    log_in_freshly(client, ada)
    assert not ask(client, "feeds_revoke", {}).startswith(AGAIN)


def test_addresses_are_made_after_the_password(client: Client, ada: User) -> None:
    client.force_login(ada)
    ask_and_prove(client, "feeds_revoke", {})
    assert NotificationSettings.objects.exists()


def test_they_are_named_after_a_change_of_the_password(client: Client, ada: User) -> None:
    feeds.revoke(ada)
    log_in_freshly(client, ada)
    page = text_of(client.get(change_password(client)))
    assert "Feeds at secret addresses: calendar, turns, count" in page


def test_the_button_that_ends_all_access_changes_them(client: Client, ada: User) -> None:
    feeds.revoke(ada)
    before = feeds.addresses(ada)["turns.ics"]
    log_in_freshly(client, ada)
    client.post(reverse("access"))
    assert feeds.addresses(ada)["turns.ics"] != before
    assert client.get(urlsplit(before).path).status_code == 404


def test_the_settings_show_them(client: Client, ada: User) -> None:
    client.force_login(ada)
    page = client.get("/notifications/").content.decode()
    assert 'id="feeds"' in page
    assert f'action="{reverse("feeds_revoke")}' in page
