"""Hints through Redis, when the connection of the subscriptions dies without a reset."""

import asyncio
import os
from urllib.parse import urlsplit

import pytest

from tests.support.relay import Relay
from zenith_site.redis_layer import RedisLayer

URL = os.environ.get("REDIS_URL", "")
pytestmark = pytest.mark.skipif(not URL, reason="needs Redis")


def layer_at(port: int) -> RedisLayer:
    """Return a layer that reaches Redis by a port."""
    address = urlsplit(URL)._replace(netloc=f"127.0.0.1:{port}").geturl()
    limits = {"socket_timeout": 1, "health_check_interval": 0.2}
    return RedisLayer(hosts=[{"address": address, **limits}], prefix="test_redis_layer")


async def arrives(layer: RedisLayer, channel: str, sender: RedisLayer) -> bool:
    """Send to a group until a message arrives."""
    waiting = asyncio.create_task(layer.receive(channel))
    while not waiting.done():
        await sender.group_send("table", {"type": "hint"})
        await asyncio.wait([waiting], timeout=0.1)
    return bool(waiting.result() == {"type": "hint"})


async def test_subscriptions_survive_a_connection_that_dies_silently() -> None:
    target = urlsplit(URL).port or 6379
    with Relay(target) as relay:
        layer, sender = layer_at(relay.port), layer_at(target)
        channel = await layer.new_channel()
        await layer.group_add("table", channel)
        assert await asyncio.wait_for(arrives(layer, channel, sender), 10)
        assert relay.freeze()
        assert await asyncio.wait_for(arrives(layer, channel, sender), 10)
        await layer.flush()
        await sender.flush()


async def test_a_living_connection_is_kept() -> None:
    with Relay(urlsplit(URL).port or 6379) as relay:
        layer = layer_at(relay.port)
        await layer.new_channel()
        await asyncio.sleep(1)  # five times as long as it may be silent
        assert relay.freeze() == 1
        await layer.flush()
