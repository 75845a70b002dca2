"""Personal tokens: hashed, shown once, mailed, listed as access, revoked."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.access import access_of
from accounts.export import export
from accounts.models import User
from accounts.signals import AccessRevoked, access_revoked
from common.refusals import Refused
from games.api import tokens
from games.api.models import ApiToken
from games.endpoints.access import Scope
from tests.api.client import token_for
from tests.support.browsing import log_in_freshly, text_of
from tests.support.factories import guest, player

pytestmark = pytest.mark.django_db

PAGE = reverse("api_tokens")
NOW = datetime(2031, 3, 5, 12, tzinfo=UTC)
FORM = {"name": "my bot", "scopes": ["play", "read:private"], "days": "30"}
SHOWN = re.compile(r'value="(zenith_[\w-]+)"')


def test_a_token_is_shown_once_and_stored_as_a_hash(client: Client, ada: User) -> None:
    log_in_freshly(client, ada)
    answer = client.post(PAGE, FORM)
    assert answer.status_code == 201
    assert "no-store" in answer["Cache-Control"]
    shown = SHOWN.search(answer.content.decode())
    assert shown is not None
    row = ApiToken.objects.get(user=ada)
    assert shown[1] not in str(vars(row))
    assert row.scopes == ["read:private", "play"]
    assert row.expires_at is not None
    assert not SHOWN.search(client.get(PAGE).content.decode())
    assert "my bot" in text_of(client.get(PAGE))


def test_a_new_token_is_mailed(client: Client, ada: User) -> None:
    log_in_freshly(client, ada)
    answer = client.post(PAGE, FORM)
    [message] = mail.outbox
    assert "API token: my bot" in str(message.body)
    assert reverse("access") in str(message.body)
    shown = SHOWN.search(answer.content.decode())
    assert shown is not None
    assert shown[1] not in str(message.message())


def test_the_page_asks_for_a_fresh_log_in(client: Client, ada: User) -> None:
    for answer in (client.get(PAGE), client.post(PAGE, FORM)):
        assert answer["Location"].startswith(reverse("account_reauthenticate"))
    assert not ApiToken.objects.exists()


@pytest.mark.parametrize("wrong", [{"name": ""}, {"scopes": ["everything"]}, {"days": "7"}])
def test_a_wrong_form_makes_none(client: Client, ada: User, wrong: dict[str, object]) -> None:
    log_in_freshly(client, ada)
    assert client.post(PAGE, FORM | wrong).status_code == 422
    assert not ApiToken.objects.exists()
    assert not mail.outbox


def test_guests_get_none(client: Client) -> None:
    client.force_login(guest())
    assert client.post(PAGE, FORM).status_code == 403
    assert not ApiToken.objects.exists()


def test_there_is_a_limit(client: Client, ada: User) -> None:
    log_in_freshly(client, ada)
    for _ in range(20):
        token_for(ada)
    assert client.post(PAGE, FORM).status_code == 409


def test_only_the_owner_revokes_it(client: Client, ada: User, ben: User) -> None:
    token_for(ben)
    row = ApiToken.objects.get(user=ben)
    path = reverse("api_token_revoke", args=[row.pk])
    client.post(path)
    assert ApiToken.objects.exists()
    client.force_login(ben)
    client.post(path)
    assert not ApiToken.objects.exists()


def test_a_valid_token_is_found_and_its_day_noted() -> None:
    ada = player("ada")
    token = token_for(ada, Scope.PLAY, expires_at=NOW)
    found = tokens.find(token, NOW - timedelta(seconds=1))
    assert found is not None
    assert found.user == ada
    assert ApiToken.objects.get().used_on == NOW.date()


@pytest.mark.parametrize("why", ["expired", "closed", "other"])
def test_another_one_is_not(why: str) -> None:
    ada = player("ada", is_active=why != "closed")
    token = token_for(ada, expires_at=NOW if why == "expired" else None)
    assert tokens.find(token + ("x" if why == "other" else ""), NOW) is None
    assert ApiToken.objects.get().used_on is None


def test_tokens_are_access_without_a_password() -> None:
    ada = player("ada")
    token_for(ada)
    listed = access_of(ada)
    assert "API token: a token" in listed.lines
    assert "API tokens are revoked." in listed.ends
    access_revoked.send(AccessRevoked(ada))
    assert not ApiToken.objects.exists()


def test_the_export_names_them_without_their_hashes() -> None:
    ada = player("ada")
    token_for(ada, Scope.PLAY)
    exported = export(ada)
    assert "a token" in str(exported["api_tokens"])
    assert ApiToken.objects.get().digest not in str(exported)


def test_no_scope_is_made_that_is_not_offered(ada: User) -> None:
    with pytest.raises(Refused):
        tokens.make(None, ada, "x", ["admin"], None, now=NOW)  # type: ignore[arg-type]
