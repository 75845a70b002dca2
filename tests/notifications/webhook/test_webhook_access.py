"""Webhooks reach an account without its password: listed, revoked, added after a fresh log-in."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.notifications.export import export
from games.notifications.webhook.hooks import add_webhook
from games.notifications.webhook.models import Webhook
from tests.notifications.receiving import HOST, let_in
from tests.support.browsing import log_in_freshly, text_of

pytestmark = pytest.mark.django_db

SECRET = "https://hooks.example.org/secret-part"
NEW = {"url": "https://example.org/", "form": "json"}


def test_webhooks_are_named_without_their_secrets_and_removed(client: Client, ada: User) -> None:
    log_in_freshly(client, ada)
    Webhook.objects.create(user=ada, url=SECRET)
    page = text_of(client.get(reverse("access")))
    assert "Webhook to hooks.example.org" in page
    assert "Webhooks are removed." in page
    assert "secret-part" not in page
    client.post(reverse("access"))
    assert not Webhook.objects.exists()


def test_a_session_alone_is_not_enough_to_add_one(client: Client, ada: User) -> None:
    client.force_login(ada, backend="django.contrib.auth.backends.ModelBackend")
    path = reverse("webhook_add")
    again = client.post(path, NEW).headers["Location"]
    assert again.startswith(reverse("account_reauthenticate"))
    assert not Webhook.objects.exists()
    log_in_freshly(client, ada)
    client.post(path, NEW)
    assert Webhook.objects.get().url == NEW["url"]


def test_the_settings_have_a_form_and_each_webhook_that_works(client: Client, ada: User) -> None:
    log_in_freshly(client, ada)
    Webhook.objects.create(user=ada, url="https://example.org/a")
    Webhook.objects.create(user=ada, url="https://example.org/b", stopped_at=ada.date_joined)
    page = client.get("/notifications/")
    assert f'action="{reverse("webhook_add")}' in page.content.decode()
    tests = [test["where"] for test in page.context["tests"] if test["channel"].key == "webhook"]
    assert tests == ["https://example.org/a"]


def test_the_export_names_it_and_an_account_takes_it_along(ada: User) -> None:
    webhook = add_webhook(ada, "https://hook.example/1", "json")
    kept: Any = export(ada)
    [exported] = kept["webhooks"]
    assert exported["url"] == webhook.url
    User.objects.filter(pk=ada.pk).delete()
    assert not Webhook.objects.exists()


def test_so_many_from_one_address(
    client: Client, ada: User, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_in(monkeypatch)
    settings.ACCOUNT_RATE_LIMITS = {"webhook": "1/h/ip"}
    log_in_freshly(client, ada)
    hooks = [{"url": f"https://{HOST}/{n}", "form": "json"} for n in range(2)]
    assert [client.post("/webhooks/add/", each).status_code for each in hooks] == [201, 429]
