"""A clock that stands still, and Ada at the pages about notifications."""

from datetime import datetime

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.notifications import record
from tests.notifications.pages.forms import NOON, signed_in
from tests.support.factories import player


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """Stop the clock on the wall at noon; its only entry can be changed. No worker is asked."""
    cache.clear()
    at = [NOON]
    monkeypatch.setattr(timezone, "now", lambda: at[0])
    monkeypatch.setattr(record, "wake_outbox", lambda _channels: None)
    return at


@pytest.fixture
def ada() -> User:
    return player("ada", language="en")


@pytest.fixture
def client(ada: User) -> Client:
    return signed_in(ada)
