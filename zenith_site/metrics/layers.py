"""Channel layers that measure how long a message to a group is on its way."""

from time import time
from typing import Any

from common.queueing import SENT_AT
from zenith_site.layers import OneProcessLayer
from zenith_site.metrics.instruments import HINT_SECONDS
from zenith_site.redis_layer import RedisLayer


def stamped(message: dict[str, object]) -> dict[str, object]:
    """Return a message with the time at which it is sent."""
    return {**message, SENT_AT: time()}


def arrived(message: dict[str, object]) -> dict[str, object]:
    """Measure the way of a message; return it without the time."""
    sent_at = message.pop(SENT_AT, None)
    if isinstance(sent_at, float):
        HINT_SECONDS.observe(max(0, time() - sent_at))
    return message


class MeasuredOneProcessLayer(OneProcessLayer):
    """The in-memory layer of a site in one process, measured."""

    async def group_send(self, group: str, message: dict[str, object]) -> None:
        """Send to every channel of a group."""
        await super().group_send(group, stamped(message))

    async def receive(self, channel: str) -> Any:
        """Wait for a message."""
        return arrived(await super().receive(channel))


class MeasuredRedisLayer(RedisLayer):
    """The layer of a site in several processes, measured; its methods are those of a proxy."""

    async def group_send(self, group: str, message: dict[str, object]) -> None:
        """Send to every channel of a group."""
        await super().__getattr__("group_send")(group, stamped(message))

    async def receive(self, channel: str) -> Any:
        """Wait for a message."""
        return arrived(await super().__getattr__("receive")(channel))
