"""A limit on the sockets that visitors can open."""

from collections import Counter
from typing import Any

from channels.security.websocket import WebsocketDenier

from accounts.addresses import address_of, household

MOST = 40
"""Sockets of visitors who are not signed in, for each address and process: enough for a class that
watches a game, too few for a script."""


class VisitorLimit:
    """ASGI middleware that limits the sockets of visitors by address; to be used inside `auth`."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner
        self.open: Counter[str] = Counter()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        """Count a visitor's socket while it is open, or refuse it."""
        if scope["user"].is_authenticated:
            return await self.inner(scope, receive, send)
        house = household(address_of(scope))
        if self.open[house] >= MOST:
            return await WebsocketDenier()(scope, receive, send)
        self.open[house] += 1
        try:
            return await self.inner(scope, receive, send)
        finally:
            self.open[house] -= 1
            if not self.open[house]:
                del self.open[house]
