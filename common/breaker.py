"""A circuit breaker: after a service has kept one caller waiting in vain, the others don't wait."""

from collections.abc import Callable
from threading import Lock
from time import monotonic

SLOW = 0.5
"""Seconds after which a failure was a time-out; one that comes at once costs nothing."""
PAUSE = 5.0
"""Seconds for which a service is not asked after a time-out."""


class Breaker:
    """A breaker for one service; used by all threads of a process.

    After the pause a single caller tries, and the others go on without until it has succeeded.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._until = 0.0

    def allows(self) -> bool:
        """Whether to ask the service now; the caller then calls `done` or `failed`."""
        with self._lock:
            if not self._until:
                return True
            now = monotonic()
            if now < self._until:
                return False
            self._until = now + PAUSE
            return True

    def done(self) -> None:
        """Note that the service has answered."""
        if self._until:
            with self._lock:
                self._until = 0.0

    def failed(self, began: float, on_open: Callable[[], None] = lambda: None) -> None:
        """Note a failure of a call that began then, in seconds of `monotonic`."""
        if monotonic() - began > SLOW:
            with self._lock:
                self._until = monotonic() + PAUSE
            on_open()
        else:
            self.done()


redis = Breaker()
"""For Redis: caches and queues."""
