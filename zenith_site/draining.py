"""The end of a web process behind a proxy: it says that it goes, and serves until the proxy knows.

Without it a request that the proxy had just sent met a process that took none any more.
"""

import asyncio
import logging
import signal
from collections.abc import Callable
from typing import Any, cast

log = logging.getLogger(__name__)

_is_draining = False
"""Whether this process has been told to end, and still serves."""


def is_draining() -> bool:
    """Whether new requests should go to other processes."""
    return _is_draining


def hold_back(seconds: float) -> None:
    """Let SIGTERM end the server only after this time; a second one ends it at once.

    Called in the loop of the server, whose own handler the signal has until then. With 0 seconds
    nothing changes.
    """
    end = signal.getsignal(signal.SIGTERM)
    if seconds and callable(end):
        loop = asyncio.get_running_loop()
        stop = cast(Callable[[int, Any], None], end)
        loop.add_signal_handler(signal.SIGTERM, _drain, loop, seconds, stop)


def _drain(
    loop: asyncio.AbstractEventLoop, seconds: float, stop: Callable[[int, Any], None]
) -> None:
    global _is_draining  # noqa: PLW0603 - a process ends once
    _is_draining = True
    loop.remove_signal_handler(signal.SIGTERM)
    signal.signal(signal.SIGTERM, stop)
    loop.call_later(seconds, stop, signal.SIGTERM, None)
    log.info("serving for %s more seconds, until the proxy sends requests elsewhere", seconds)
