"""What tests of nudges share: no presence or wait of an earlier test, and somebody who posts to."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache

from accounts.models import User
from games.models import Game
from tests.games.factories import player, running_game
from tests.games.nudges.receiving import Receiver, let_in


@pytest.fixture(autouse=True)
def fresh_cache() -> Iterator[None]:
    """Nobody looks at a table, and nobody is left alone for a while."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def ada() -> User:
    """Somebody in Berlin who reads English."""
    return player("ada", language="en", time_zone="Europe/Berlin")


@pytest.fixture
def game(ada: User) -> Game:
    """A game of hers that runs."""
    return running_game(ada, player("bob"), answers=5)


@pytest.fixture
def there(monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    """Where her nudges are posted to."""
    let_in(monkeypatch)
    with Receiver() as receiver:
        yield receiver
