"""A TCP relay whose connections a test can freeze: they swallow bytes, and no end ever comes."""

import asyncio
import socket
from contextlib import suppress
from threading import Thread
from types import TracebackType
from typing import Self

HOST = "127.0.0.1"


class Relay:
    """A relay from `port` to another port of this machine, in a thread of its own.

    A context manager. A frozen connection stays open at both ends, as when a firewall forgets it
    or a host loses its power: what is sent vanishes, and neither side is told.
    """

    def __init__(self, target: int) -> None:
        self.target = target
        self._listening = socket.create_server((HOST, 0))
        self.port: int = self._listening.getsockname()[1]
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="relay", daemon=True)
        self._links: set[_Link] = set()
        self._is_silent = False

    def __enter__(self) -> Self:
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close everything, frozen connections too."""
        asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def freeze(self, *, new: bool = False) -> int:
        """Freeze the open connections, and with `new` those that are made later, until `thaw`.

        Return how many were open.
        """
        return asyncio.run_coroutine_threadsafe(self._freeze(new), self._loop).result()

    def thaw(self) -> None:
        """Relay new connections again; frozen ones stay frozen."""
        self._is_silent = False

    async def _listen(self) -> None:
        self._server = await asyncio.start_server(self._meet, sock=self._listening)

    async def _freeze(self, new: bool) -> int:
        self._is_silent = new
        for link in self._links:
            link.is_frozen = True
        return len(self._links)

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        link = _Link(self._is_silent)
        self._links.add(link)
        link.tasks.append(asyncio.ensure_future(self._relay(link, reader, writer)))
        with suppress(asyncio.CancelledError, OSError):
            await link.tasks[0]
        self._links.discard(link)

    async def _relay(
        self, link: "_Link", reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Relay both directions until either side ends, unless the connection is frozen."""
        link.writers.append(writer)
        target_reader, target_writer = await asyncio.open_connection(HOST, self.target)
        link.writers.append(target_writer)
        ways = (link.pass_on(reader, target_writer), link.pass_on(target_reader, writer))
        async with asyncio.TaskGroup() as group:
            link.tasks += [group.create_task(way) for way in ways]

    async def _stop(self) -> None:
        self._server.close()
        links = list(self._links)
        for link in links:
            for task in link.tasks:
                task.cancel()
            for writer in link.writers:
                writer.transport.abort()
        tasks = [task for link in links for task in link.tasks]
        await asyncio.gather(*tasks, return_exceptions=True)


class _Link:
    """A relayed connection."""

    def __init__(self, is_frozen: bool) -> None:
        self.is_frozen = is_frozen
        self.tasks: list[asyncio.Future[None]] = []
        self.writers: list[asyncio.StreamWriter] = []

    async def pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass bytes on; swallow them, and an end too, while the connection is frozen."""
        with suppress(OSError):
            while data := await reader.read(65536):
                if not self.is_frozen:
                    writer.write(data)
                    await writer.drain()
        if self.is_frozen:
            await asyncio.Event().wait()
        writer.close()
