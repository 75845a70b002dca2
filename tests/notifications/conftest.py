"""What tests of notifications share: a player in Berlin, a game of hers, and where to post."""

from collections.abc import Iterator

import pytest

from accounts.models import User
from games.notifications import claims
from games.notifications.channels import channels
from games.tables.models import Game
from tests.notifications.pager import install
from tests.notifications.posting import Line, Post
from tests.notifications.receiving import Receiver, let_in
from tests.support.factories import player, running_game


@pytest.fixture
def ada() -> User:
    """A player in Berlin who reads English."""
    return player("ada", language="en", time_zone="Europe/Berlin")


@pytest.fixture
def game(ada: User) -> Game:
    """A game of hers that runs."""
    return running_game(ada, player("bob"), answers=5)


@pytest.fixture
def there(monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    """Where her notifications are posted to."""
    let_in(monkeypatch)
    with Receiver() as receiver:
        yield receiver


@pytest.fixture
def post(monkeypatch: pytest.MonkeyPatch) -> Post:
    """Channels that remember what was sent."""
    made = Post()
    install(monkeypatch)
    for channel in channels():
        line = Line(made, channel.key)
        monkeypatch.setattr(channel, "send", line.send)
        monkeypatch.setattr(channel, "send_digest", line.send_digest)
    monkeypatch.setattr(claims, "_left", {})
    return made
