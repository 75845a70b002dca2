"""How many sockets visitors may open."""

from collections import Counter
from typing import Any

from channels.security.websocket import WebsocketDenier

from accounts.addresses import address_of, household

MOST = 40
"""Sockets of visitors who are not signed in, from one address, at one process of the site: a class
that watches a game, not a script."""


class VisitorLimit:
    """Refuses sockets of visitors from an address that has many open; stands inside of `auth`."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner
        self.open: Counter[str] = Counter()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        """Count a visitor's socket as long as it is open."""
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
