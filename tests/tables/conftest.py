"""Two players and a channel layer for tests of tables."""

from collections.abc import AsyncIterator

import pytest
from channels.layers import channel_layers, get_channel_layer

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


@pytest.fixture
async def fresh_layer() -> AsyncIterator[None]:
    """Give every test a channel layer of its own: its loop ends with it."""
    channel_layers.backends.clear()
    yield
    if hasattr(layer := get_channel_layer(), "flush"):
        await layer.flush()
    channel_layers.backends.clear()
