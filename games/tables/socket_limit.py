"""Limits on the open sockets of a user, of a household and of the whole process."""

from collections import Counter, deque
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings

from accounts.addresses import address_of, household

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


class SocketLimit:
    """ASGI middleware that refuses sockets above the limits; to be used inside `auth`."""

    def __init__(self, inner: Any, most: Callable[[], int]) -> None:
        self.inner = inner
        self.most = most
        """Returns the limit of the process."""
        self.open: Counter[Key] = Counter()
        self._refused: deque[float] = deque()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        """Count a socket while it is open, or refuse it."""
        limits = dict(self._limits(scope))
        if any(self.open[key] >= most for key, most in limits.items()):
            return await self._refuse(scope, receive, send)
        self.open.update(limits.keys())
        try:
            return await self.inner(scope, receive, send)
        finally:
            for key in limits:
                self.open[key] -= 1
                if not self.open[key]:
                    del self.open[key]

    def _limits(self, scope: Any) -> Iterator[tuple[Key, int]]:
        user, house = scope["user"], household(address_of(scope))
        yield ("process", ""), self.most()
        if user.is_authenticated:
            yield ("user", user.pk), MOST_OF_A_USER
            yield ("users of", house), settings.HOUSEHOLD_SOCKETS
        else:
            yield ("visitors of", house), MOST_OF_VISITORS

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
