"""Limits on the open sockets and streams of a user, of a household and of the whole process."""

from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator
from threading import RLock
from time import monotonic
from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings

from common.addresses import address_of, household

TOO_MANY = 4429
"""Close code: too many sockets are open. The page goes on without one, and tries again later."""
MOST_OF_A_USER = 30
"""Sockets of a user, guests included, at each process: many tabs on several devices."""
MOST_OF_VISITORS = 40
"""Sockets of visitors who are not signed in, for each household and process: enough for a class
that watches a game, too few for a script."""
CLOSING = 10.0
"""Seconds for which a client that ignores a close code can keep its file open."""
MOST_CLOSING = 20
"""Sockets that may be closing with `TOO_MANY` at a time; further ones get a 403 at once."""

Key = tuple[str, object]


class ConnectionPlace:
    """The place of one open socket or stream among those of its process."""

    def __init__(self, connections: "OpenConnections", keys: Collection[Key]) -> None:
        self._connections = connections
        self._keys = keys

    def give_back(self) -> None:
        """Count it no more; a second call changes nothing."""
        keys, self._keys = self._keys, ()
        self._connections.discard(keys)

    def __del__(self) -> None:
        self.give_back()


class OpenConnections:
    """The open sockets and streams of a process, counted by user, by household and in all."""

    def __init__(self) -> None:
        self.most: Callable[[], int] = lambda: 1000
        """Returns the limit of the process; `zenith_site.asgi` knows it."""
        self._open: Counter[Key] = Counter()
        self._lock = RLock()  # streams are counted by threads, and given back by any of them

    def take(self, user: int | None, house: str) -> ConnectionPlace | None:
        """Return a place for a user (`None`: a visitor) in a household; `None` if none is free."""
        limits = dict(self._limits(user, house))
        with self._lock:
            if any(self._open[key] >= most for key, most in limits.items()):
                return None
            self._open.update(limits.keys())
        return ConnectionPlace(self, limits.keys())

    def discard(self, keys: Collection[Key]) -> None:
        """Give places back."""
        with self._lock:
            for key in keys:
                self._open[key] -= 1
                if not self._open[key]:
                    del self._open[key]

    def _limits(self, user: int | None, house: str) -> Iterator[tuple[Key, int]]:
        yield ("process", ""), self.most()
        if user is not None:
            yield ("user", user), MOST_OF_A_USER
            yield ("users of", house), settings.HOUSEHOLD_SOCKETS
        else:
            yield ("visitors of", house), MOST_OF_VISITORS


connections = OpenConnections()


class SocketLimit:
    """ASGI middleware that refuses sockets above the limits; to be used inside `auth`."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner
        self._refused: deque[float] = deque()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        """Count a socket while it is open, or refuse it."""
        user = scope["user"].pk if scope["user"].is_authenticated else None
        place = connections.take(user, household(address_of(scope)))
        if place is None:
            return await self._refuse(scope, receive, send)
        try:
            return await self.inner(scope, receive, send)
        finally:
            place.give_back()

    async def _refuse(self, scope: Any, receive: Any, send: Any) -> Any:
        """Tell the page the close code, which it only hears from a socket that was accepted."""
        now = monotonic()
        while self._refused and self._refused[0] <= now - CLOSING:
            self._refused.popleft()
        if len(self._refused) >= MOST_CLOSING:
            return await WebsocketDenier()(scope, receive, send)
        self._refused.append(now)
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": TOO_MANY})
        return None
