"""What tests of the site share: no cache of an earlier test, and three people."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from tests.games.factories import player


@pytest.fixture(autouse=True)
def fresh_cache() -> Iterator[None]:
    """Nothing is remembered: no announcement, nobody who looks at a table."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def ada(client: Client) -> User:
    """A player who is logged in."""
    user = player("ada")
    client.force_login(user)
    return user


@pytest.fixture
def ben() -> User:
    """Somebody else."""
    return player("ben")
