"""The channel layer of a site in several processes: pub/sub in Redis."""

import asyncio
from typing import Any

from channels_redis.pubsub import (
    RedisPubSubChannelLayer,
    RedisPubSubLoopLayer,
    RedisSingleShardConnection,
)
from redis.asyncio.client import PubSub


class RedisLayer(RedisPubSubChannelLayer):
    """Channels' pub/sub layer, whose subscriptions survive a connection that dies silently.

    The stock layer only reads from the connection of its subscriptions, and takes a dead one for a
    quiet one, for good. Here each event loop has a `LivingPubSub`.
    """

    def _get_layer(self) -> RedisPubSubLoopLayer:
        is_new = asyncio.get_running_loop() not in self._layers
        layer = super()._get_layer()
        if is_new:
            layer._shards = [_Shard(shard.host, layer) for shard in layer._shards]
        return layer


class _Shard(RedisSingleShardConnection):
    """The connections of one event loop to Redis."""

    def _ensure_redis(self) -> None:
        is_new = self._redis is None
        super()._ensure_redis()
        if is_new:
            self._pubsub = LivingPubSub(self._redis.connection_pool)


class LivingPubSub(PubSub):
    """Subscriptions whose connection is replaced when Redis owes it an answer for too long.

    redis-py sends a PING when nothing has come for `health_check_interval`, and waits for the
    answer for ever. Here a connection gets as long again to answer.
    """

    connection: Any

    async def check_health(self) -> None:
        """Close a dead connection: the next PING opens another one, which subscribes again."""
        connection = self.connection
        due = connection.next_health_check
        now = asyncio.get_running_loop().time()
        if connection.is_connected and 0 < due < now - connection.health_check_interval:
            await connection.disconnect(nowait=True)
        await super().check_health()
