"""Two players for tests of tables."""

import pytest

from accounts.models import User
from tests.support.factories import player


@pytest.fixture
def ada() -> User:
    """The player of seat 0."""
    return player("ada")


@pytest.fixture
def bob() -> User:
    """The player of seat 1."""
    return player("bob")
