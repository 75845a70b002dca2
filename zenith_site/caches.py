"""Caches: one in memory with a limit in bytes, and a Redis cache whose outages fail no request."""

import logging
import pickle
import time
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from heapq import heapify, heappop, heappush
from threading import Lock
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis import ConnectionPool, Redis
from redis.exceptions import RedisError

from common import breaker

log = logging.getLogger(__name__)

ENTRY = 400
"""Bytes that an entry takes beside its key and its value: measured, rounded up."""
LARGEST = 8
"""An entry may take this part of a cache; a larger one is not kept."""
SLACK = 1000
"""How many outdated times of expiry are kept, beyond one for each entry."""


@dataclass(slots=True)
class _Entry:
    pickled: bytes
    expiry: float | None
    size: int


class _Store:
    """The entries of a cache, the most recently used one last; to be used under its lock."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.entries: OrderedDict[str, _Entry] = OrderedDict()
        self.size = 0
        self._expiring: list[tuple[float, str]] = []
        """A heap. An entry that has been set again is in it several times."""

    def read(self, key: str) -> _Entry | None:
        """Return an entry that has not expired, which is now the most recently used one."""
        entry = self.entries.get(key)
        if entry is None or (entry.expiry is not None and entry.expiry <= time.time()):
            self.remove(key)
            return None
        self.entries.move_to_end(key)
        return entry

    def write(self, key: str, pickled: bytes, expiry: float | None, most: int) -> None:
        """Set an entry, and make room for it."""
        self.remove(key)
        self._remove_expired()
        size = len(key) + len(pickled) + ENTRY
        if size > most // LARGEST:
            return
        self.entries[key] = _Entry(pickled, expiry, size)
        self.size += size
        self.note_expiry(key, expiry)
        while self.size > most:
            self.remove(next(iter(self.entries)))

    def remove(self, key: str) -> bool:
        """Remove an entry; False if there is none."""
        entry = self.entries.pop(key, None)
        if entry is None:
            return False
        self.size -= entry.size
        return True

    def note_expiry(self, key: str, expiry: float | None) -> None:
        """Note when an entry is to be removed."""
        if expiry is not None:
            heappush(self._expiring, (expiry, key))

    def _remove_expired(self) -> None:
        now = time.time()
        while self._expiring and self._expiring[0][0] <= now:
            _expiry, key = heappop(self._expiring)
            entry = self.entries.get(key)
            if entry is not None and entry.expiry is not None and entry.expiry <= now:
                self.remove(key)
        if len(self._expiring) > 2 * len(self.entries) + SLACK:
            known = ((entry.expiry, key) for key, entry in self.entries.items())
            self._expiring = [(expiry, key) for expiry, key in known if expiry is not None]
            heapify(self._expiring)


_stores: defaultdict[str, _Store] = defaultdict(_Store)
"""By the names of the caches: Django makes a cache object for each thread."""


class BoundedCache(BaseCache):
    """A cache in the memory of this process, with a limit in bytes (`MAX_BYTES`).

    Each write removes what has expired; then, while the cache is too large, the entries that have
    not been used for the longest time. Django's own counts entries, and keeps expired ones.
    """

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._store = _stores[name]
        self._most: int = params["OPTIONS"]["MAX_BYTES"]

    @property
    def size(self) -> int:
        """The bytes that the entries take."""
        return self._store.size

    @property
    def kept(self) -> list[str]:
        """The keys of all entries, expired ones too."""
        return list(self._store.entries)

    def add(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        """Set an entry if there is none; whether it was set."""
        key, pickled = self.make_and_validate_key(key, version), pickle.dumps(value)
        with self._store.lock:
            if self._store.read(key) is not None:
                return False
            self._store.write(key, pickled, self.get_backend_timeout(timeout), self._most)
            return True

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """Return a value."""
        key = self.make_and_validate_key(key, version)
        with self._store.lock:
            entry = self._store.read(key)
        return default if entry is None else pickle.loads(entry.pickled)

    def set(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> None:
        """Set an entry."""
        key, pickled = self.make_and_validate_key(key, version), pickle.dumps(value)
        with self._store.lock:
            self._store.write(key, pickled, self.get_backend_timeout(timeout), self._most)

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Change when an entry expires; False if there is none."""
        key = self.make_and_validate_key(key, version)
        with self._store.lock:
            entry = self._store.read(key)
            if entry is None:
                return False
            entry.expiry = self.get_backend_timeout(timeout)
            self._store.note_expiry(key, entry.expiry)
            return True

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """Add to a number, whose time of expiry stays; raises `ValueError` if there is none."""
        made = self.make_and_validate_key(key, version)
        with self._store.lock:
            entry = self._store.read(made)
            if entry is None:
                raise ValueError(f"Key {key!r} not found")
            number: int = pickle.loads(entry.pickled) + delta
            entry.pickled = pickle.dumps(number)
            return number

    def delete(self, key: Any, version: int | None = None) -> bool:
        """Remove an entry; False if there is none."""
        key = self.make_and_validate_key(key, version)
        with self._store.lock:
            return self._store.remove(key)

    def clear(self) -> None:
        """Remove all entries."""
        with self._store.lock:
            for key in self.kept:
                self._store.remove(key)


class _Client(RedisCacheClient):
    _pools: dict[int, ConnectionPool]

    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **options)
        self._client = cache(Redis)  # made anew for each call otherwise

    def _try(self, work: Callable[[], Any], otherwise: Any) -> Any:
        if not breaker.redis.allows():
            return otherwise
        began = time.monotonic()
        try:
            result = work()
        except (OSError, RedisError) as error:
            breaker.redis.failed(began, self._disconnect)
            log.warning("the cache does not answer: %s", error)
            return otherwise
        breaker.redis.done()
        return result

    def _disconnect(self) -> None:
        """Close the idle connections: if one is dead, so may be the others."""
        for pool in self._pools.values():
            pool.disconnect(inuse_connections=False)

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
    """Django's Redis cache, which behaves like an empty cache while Redis is down or hangs.

    Rate limits that rely on it, such as those of log-in attempts, then have no memory. That is
    better than a site that answers 500. All cache objects of a process share its connections.
    """

    _servers: list[str]
    _options: dict[str, object]

    @property
    def _cache(self) -> _Client:
        return _client(tuple(self._servers), tuple(self._options.items()))
