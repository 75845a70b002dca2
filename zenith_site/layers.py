"""An in-memory channel layer for one process with several threads."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from channels.layers import InMemoryChannelLayer


class OneProcessLayer(InMemoryChannelLayer):
    """Channels' in-memory layer, bound to one event loop.

    The stock layer's queues belong to the loop that created them: a message put there from another
    thread wakes no consumer. Here the loop of the first consumer is the home loop, and every other
    operation runs in it. A home loop that has been closed (by a test, say) is replaced.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._home: asyncio.AbstractEventLoop | None = None

    def _settle(self) -> None:
        if self._home is None or self._home.is_closed():
            self._home = asyncio.get_running_loop()

    async def _at_home(self, work: Coroutine[Any, Any, Any]) -> Any:
        home = self._home
        if home is None or home.is_closed() or home is asyncio.get_running_loop():
            return await work
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, home))

    async def new_channel(self, prefix: str = "specific.") -> str:
        """Create a channel; the consumer's loop becomes the home loop."""
        self._settle()
        name: str = await super().new_channel(prefix)
        return name

    async def receive(self, channel: str) -> Any:
        """Wait for a message in the consumer's loop."""
        self._settle()
        return await super().receive(channel)

    async def send(self, channel: str, message: dict[str, object]) -> None:
        """Send to one channel."""
        await self._at_home(super().send(channel, message))

    async def group_add(self, group: str, channel: str) -> None:
        """Add a channel to a group."""
        await self._at_home(super().group_add(group, channel))

    async def group_discard(self, group: str, channel: str) -> None:
        """Remove a channel from a group."""
        await self._at_home(super().group_discard(group, channel))

    async def group_send(self, group: str, message: dict[str, object]) -> None:
        """Send to every channel of a group."""
        await self._at_home(super().group_send(group, message))
