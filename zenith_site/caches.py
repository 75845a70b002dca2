"""A Redis cache whose outages don't fail requests."""

import logging
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis import Redis
from redis.exceptions import RedisError

log = logging.getLogger(__name__)


class _Client(RedisCacheClient):
    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **options)
        self._client = cache(Redis)  # made anew for each call otherwise

    def _try(self, work: Callable[[], Any], otherwise: Any) -> Any:
        try:
            return work()
        except (OSError, RedisError) as error:
            log.warning("the cache does not answer: %s", error)
            return otherwise

    def add(self, key: Any, value: Any, timeout: Any) -> Any:
        return self._try(lambda: super(_Client, self).add(key, value, timeout), True)

    def get(self, key: Any, default: Any) -> Any:
        return self._try(lambda: super(_Client, self).get(key, default), default)

    def set(self, key: Any, value: Any, timeout: Any) -> Any:
        return self._try(lambda: super(_Client, self).set(key, value, timeout), None)

    def touch(self, key: Any, timeout: Any) -> Any:
        return self._try(lambda: super(_Client, self).touch(key, timeout), False)

    def delete(self, key: Any) -> Any:
        return self._try(lambda: super(_Client, self).delete(key), False)

    def get_many(self, keys: Iterable[Any]) -> Any:
        return self._try(lambda: super(_Client, self).get_many(keys), {})

    def has_key(self, key: Any) -> Any:
        return self._try(lambda: super(_Client, self).has_key(key), False)

    def incr(self, key: Any, delta: Any) -> Any:
        return self._try(lambda: super(_Client, self).incr(key, delta), delta)

    def set_many(self, data: Any, timeout: Any) -> Any:
        return self._try(lambda: super(_Client, self).set_many(data, timeout), None)

    def delete_many(self, keys: Iterable[Any]) -> Any:
        return self._try(lambda: super(_Client, self).delete_many(keys), None)

    def clear(self) -> Any:
        return self._try(super().clear, False)


@cache
def _client(servers: tuple[str, ...], options: tuple[tuple[str, Any], ...]) -> _Client:
    """Return the client of this process: Django makes a cache object for each request."""
    return _Client(list(servers), **dict(options))


class ForgivingCache(RedisCache):
    """Django's Redis cache, which behaves like an empty cache while Redis is down.

    Rate limits that rely on it, such as those of log-in attempts, then have no memory. That is
    better than a site that answers 500. All cache objects of a process share its connections.
    """

    _servers: list[str]
    _options: dict[str, Any]

    @property
    def _cache(self) -> _Client:
        return _client(tuple(self._servers), tuple(self._options.items()))
