"""Sessions: read through the cache, and over at once when they end."""

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User
from common.session_store import SessionStore

pytestmark = pytest.mark.django_db


def test_a_session_is_read_once_while_it_is_used(ada: User, client: Client) -> None:
    key = client.session.session_key
    cache.clear()
    assert SessionStore(key)["_auth_user_id"] == str(ada.pk)
    Session.objects.all().delete()
    assert SessionStore(key)["_auth_user_id"] == str(ada.pk)


def test_a_session_that_ends_is_over_at_once(ada: User, client: Client) -> None:
    key = client.session.session_key
    assert client.get(reverse("preferences")).status_code == 200
    SessionStore(key).delete()
    assert client.get(reverse("preferences")).status_code == 302
    assert dict(SessionStore(key).items()) == {}


def test_what_is_saved_is_seen_at_once(ada: User, client: Client) -> None:
    key = client.session.session_key
    store = SessionStore(key)
    store["colour"] = "blue"
    store.save()
    assert SessionStore(key)["colour"] == "blue"
    cache.clear()
    assert SessionStore(key)["colour"] == "blue"


def test_an_unknown_session_is_empty_and_not_remembered(ada: User) -> None:
    assert dict(SessionStore("x" * 32).items()) == {}
    assert cache.get("session:" + "x" * 32) is None
