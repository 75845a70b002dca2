"""Slots: how many requests a process answers at a time, and which one is next."""

import asyncio
from heapq import heappop, heappush
from itertools import count
from time import perf_counter

from django.http import HttpRequest

SLOTS = 2
"""Requests that run at a time: while one computes, the other waits for the database."""
AHEAD = 0.2
"""Seconds by which a POST goes before requests that came earlier and only read."""
PATIENCE = 0.5
"""Seconds after which a request goes without a slot: those in them may wait for a lock."""
ARRIVED = "zenith.arrived"
"""Where a scope keeps the time at which its request was complete, in seconds of `perf_counter`."""


class Slots:
    """A queue for the interpreter; used from one event loop.

    Threads that all compute at once take turns of 5 ms, so that each of them ends late. Here a
    request begins when another one has ended.
    """

    def __init__(
        self, number: int = SLOTS, *, ahead: float = AHEAD, patience: float = PATIENCE
    ) -> None:
        self._free = number
        self._ahead = ahead
        self._patience = patience
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = count()

    async def take(self, scope: dict[str, object]) -> bool:
        """Wait for a slot; return whether the request has one, which must be given back."""
        scope[ARRIVED] = arrived = perf_counter()
        if self._free:
            self._free -= 1
            return True
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        due = arrived - (self._ahead if scope["method"] == "POST" else 0)
        heappush(self._waiting, (due, next(self._numbers), turn))
        try:
            async with asyncio.timeout(self._patience):
                await turn
        except TimeoutError:
            return not turn.cancelled()  # the slot may have come at the last moment
        except asyncio.CancelledError:
            if not turn.cancelled():
                self.give_back()
            raise
        return True

    def give_back(self) -> None:
        """Hand a slot to the next request that still waits."""
        while self._waiting:
            _due, _number, turn = heappop(self._waiting)
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


def arrival(request: HttpRequest) -> float:
    """Return when a request came, in seconds of `perf_counter`: its time begins before its slot."""
    began: float | None = getattr(request, "scope", {}).get(ARRIVED)
    return perf_counter() if began is None else began
