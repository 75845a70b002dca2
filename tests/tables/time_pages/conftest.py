"""A clock that stands still, and two players without sleep hours."""

from datetime import datetime

import pytest
from django.core.cache import cache
from django.utils import timezone

from accounts.models import User
from tests.support.factories import wakeful
from tests.tables.time_pages.pages import T0


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """Freeze the time at `T0`; tests move it by changing the only entry."""
    cache.clear()
    at = [T0]
    monkeypatch.setattr(timezone, "now", lambda: at[0])
    return at


@pytest.fixture
def ada() -> User:
    return wakeful("ada")


@pytest.fixture
def bob() -> User:
    return wakeful("bob")
