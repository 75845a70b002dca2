"""The streams of this process, and the one look at the database for all of them.

As `games.tables.watch` does for sockets: every `LOOK_EVERY` seconds, whatever their number, three
statements read which tokens are still valid, and what a lost hint may have kept from the streams.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async
from django.db import DatabaseError
from django.utils import timezone

from accounts.models import User
from games.api.models import ApiToken
from games.notifications.models import Notification
from games.tables import selectors

LOOK_EVERY = 20.0
"""Seconds between two looks."""
BACK = timedelta(minutes=2)
"""How far a look goes back: further than the one before."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class StreamNews:
    """What a look has found."""

    tokens: set[int]
    """The tokens that are valid."""
    versions: dict[int, int]
    """The versions of games; deleted ones are missing."""
    notifications: dict[int, set[int]] = field(default_factory=dict)
    """The latest notifications by user."""


class WatchedStream(Protocol):
    """A stream, as the watch knows it."""

    token: int | None
    user: User | None

    def look(self, news: StreamNews) -> None:
        """Wake up if something is missing."""


class StreamWatch:
    """The streams of one event loop."""

    def __init__(self) -> None:
        self.streams: set[WatchedStream] = set()
        self.of_game: Counter[int] = Counter()
        """The number of streams by game."""
        self._looking: asyncio.Task[None] | None = None

    def enter(self, stream: WatchedStream) -> None:
        """Look for a stream, too."""
        self.streams.add(stream)
        self.of_game[game_of(stream)] += 1
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look_again())

    def leave(self, stream: WatchedStream) -> None:
        """Forget a stream."""
        if stream in self.streams:
            self.streams.remove(stream)
            self.of_game[game_of(stream)] -= 1
            if not self.of_game[game_of(stream)]:
                del self.of_game[game_of(stream)]
        if not self.streams and self._looking is not None:
            self._looking.cancel()
            self._looking = None  # until the task has run, it is not `done`

    async def _look_again(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            streams = self.streams.copy()
            tokens = {stream.token for stream in streams if stream.token is not None}
            games = {game_of(stream) for stream in streams} - {0}
            of_users = [stream for stream in streams if not game_of(stream)]
            users = {stream.user.pk for stream in of_users if stream.user}
            try:
                news = await _read_news(tokens, games, users)
            except DatabaseError as error:
                log.warning("could not look for the streams: %s", error)
                continue
            for stream in streams & self.streams:
                stream.look(news)


def game_of(stream: WatchedStream) -> int:
    """Return the game of a stream; 0 for one of all games of a user."""
    game: int = getattr(stream, "game", 0)
    return game


_watches: WeakKeyDictionary[asyncio.AbstractEventLoop, StreamWatch] = WeakKeyDictionary()


def streams() -> StreamWatch:
    """Return the watch of the running event loop."""
    return _watches.setdefault(asyncio.get_running_loop(), StreamWatch())


def find(tokens: Collection[int], games: Collection[int], users: Collection[int]) -> StreamNews:
    """Look for all streams."""
    now = timezone.now()
    return StreamNews(_valid(tokens, now), selectors.versions(games), _latest(users, now))


def _valid(tokens: Collection[int], now: datetime) -> set[int]:
    rows = ApiToken.objects.filter(pk__in=tokens).select_related("user") if tokens else ()
    return {token.pk for token in rows if token.is_valid(now)}


def _latest(users: Collection[int], now: datetime) -> dict[int, set[int]]:
    latest: dict[int, set[int]] = {}
    if users:
        rows = Notification.objects.filter(user__in=users, at__gt=now - BACK)
        for user, pk in rows.values_list("user", "pk"):
            latest.setdefault(user, set()).add(pk)
    return latest


_read_news = database_sync_to_async(find)
