"""Visitors who have the page of a running game open: their sockets, in a thread of their own."""

import asyncio
import json
from contextlib import AsyncExitStack
from threading import Event, Thread
from types import TracebackType
from typing import Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from tools.bench.idle import AT_ONCE, address_of
from tools.load.browser import PATIENCE, LoadError


class Crowd:
    """So many sockets at the tables with these paths, spread over the web processes."""

    def __init__(self, addresses: list[str], paths: list[str], sockets: int) -> None:
        self.addresses = addresses
        self.numbers = [path.strip("/").rpartition("/")[2] for path in paths]
        self.sockets = sockets
        self.hints = 0
        """Hints of new versions that all of them have heard."""
        self.open = 0
        """Sockets that are open."""
        self._error: Exception | None = None
        self._begun = Event()
        self._loop = asyncio.new_event_loop()
        self._leave = asyncio.Event()
        self._thread = Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        """Open them all."""
        self._thread.start()
        if not self._begun.wait(10 * PATIENCE):
            raise LoadError(f"Only {self.open} of {self.sockets} sockets were opened in time.")
        if self._error is not None:
            raise LoadError(f"A socket was refused: {self._error}") from self._error
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close them all."""
        self._loop.call_soon_threadsafe(self._leave.set)
        self._thread.join(PATIENCE)

    def _run(self) -> None:
        try:
            self._loop.run_until_complete(self._stay())
        except Exception as error:  # the other thread raises it
            self._error = error
            self._begun.set()
        finally:
            self._loop.close()

    async def _stay(self) -> None:
        async with AsyncExitStack() as stack:
            listening = []
            for first in range(0, self.sockets, AT_ONCE):
                numbers = range(first, min(first + AT_ONCE, self.sockets))
                opened = await asyncio.gather(*(self._open(stack, number) for number in numbers))
                listening += [asyncio.create_task(self._listen(socket)) for socket in opened]
            self._begun.set()
            await self._leave.wait()
            for task in listening:
                task.cancel()

    async def _open(self, stack: AsyncExitStack, number: int) -> ClientConnection:
        address = self.addresses[number % len(self.addresses)]
        table = self.numbers[number % len(self.numbers)]
        socket = await stack.enter_async_context(
            connect(
                f"{address.replace('http', 'ws', 1)}/ws/tables/{table}/",
                origin=Origin(address),
                open_timeout=PATIENCE,
                ping_interval=None,  # browsers send none
                local_addr=(address_of(number), 0),
            )
        )
        self.open += 1
        return socket

    async def _listen(self, socket: ClientConnection) -> None:
        try:
            async for message in socket:
                self.hints += "version" in json.loads(message)
        except ConnectionClosed:
            pass
        self.open -= 1
