"""Fixtures of the puzzles' tests."""

import pytest

from accounts.models import User
from games.puzzles import store
from games.puzzles.models import Origin, Puzzle
from tests.support.factories import player


@pytest.fixture
def puzzles() -> list[Puzzle]:
    """The first puzzles of the starter set."""
    store.store(store.starter_set()[:6], Origin.BOTS)
    return list(Puzzle.objects.all())


@pytest.fixture
def ada() -> User:
    """A user."""
    return player("ada")
