"""The connections of a web process: uvicorn's, with limits.

uvicorn waits for ever for the request of a new connection, and accepts connections until no file is
left. Here a request has to arrive in time, and above the limit of the process
(`zenith_site/open_files.py`) a new connection takes the place of the one that has been idle for the
longest. Uvicorn's own `limit_concurrency` is not used: it counts open sockets, and then answers
every page with a 503.

uvicorn waits for ever, too, for a client that takes no more of an answer. Such a connection is
closed, so that the file of a download is.
"""

from asyncio import BaseTransport, TimerHandle
from typing import Any, cast

from zenith_site import open_files
from zenith_site.handler import LIVE
from zenith_site.http_protocol import BoundedProtocol

ARRIVES_WITHIN = 30.0
"""Seconds within which a request must arrive, counted from the connection or the answer before."""
TAKEN_WITHIN = 60.0
"""Seconds within which a client must take what has been sent, 64 kB at most, to get the rest."""

_idle: dict["Connection", None] = {}
"""The connections of this process that wait for a request or its rest, the oldest first."""


class Connection(BoundedProtocol):
    """An HTTP connection whose requests have to arrive, and answers to be taken, in time."""

    _deadline: TimerHandle | None = None
    _full: TimerHandle | None = None
    """Closes the connection while more has been sent than the client takes."""

    def connection_made(self, transport: BaseTransport) -> None:
        """Wait for the first request, perhaps in the place of another connection."""
        super().connection_made(cast(Any, transport))
        self._wait()
        if len(self.connections) > open_files.most_connections():
            next(iter(_idle)).transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._stop_waiting()
        self._stop_full()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Wait until the client has taken a part of the answer."""
        super().pause_writing()
        self._full = self.loop.call_later(TAKEN_WITHIN, self.transport.abort)

    def resume_writing(self) -> None:
        """Wait no more: there is room for the next part."""
        self._stop_full()
        super().resume_writing()

    def handle_websocket_upgrade(self) -> None:
        """Wait no more: the socket has its own limits (`games/tables/socket_limit.py`)."""
        self._stop_waiting()
        super().handle_websocket_upgrade()

    def on_message_complete(self) -> None:
        """Wait no more: the request has arrived. If it was answered before, wait for the next."""
        super().on_message_complete()
        if self.cycle is None or self.cycle.response_complete:
            self._wait()
        else:
            self._stop_waiting()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        if self.timeout_keep_alive_task is not None:
            self._wait()

    def shutdown(self) -> None:
        """End with the server; an answer that goes on for ever is cut off, and asked for again."""
        super().shutdown()
        if self.cycle is not None and self.cycle.scope.get(LIVE):
            self.transport.close()

    def _wait(self) -> None:
        self._stop_waiting()
        _idle[self] = None
        self._deadline = self.loop.call_later(ARRIVES_WITHIN, self.transport.abort)

    def _stop_waiting(self) -> None:
        _idle.pop(self, None)
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _stop_full(self) -> None:
        if self._full is not None:
            self._full.cancel()
            self._full = None
