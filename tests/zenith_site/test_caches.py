"""The cache when Redis is gone, and when it is there."""

import os
from contextvars import Context

import pytest
from django.core.cache import caches
from django.core.cache.backends.redis import RedisCache

from zenith_site.caches import ForgivingCache


def test_a_redis_that_is_gone_is_an_empty_cache(caplog: pytest.LogCaptureFixture) -> None:
    cache = ForgivingCache("redis://127.0.0.1:1/0", {})
    cache.set("a", 1)
    assert cache.add("a", 2) is True
    assert cache.get("a", "nothing") == "nothing"
    assert cache.get_many(["a"]) == {}
    assert "a" not in cache
    assert cache.touch("a") is False
    assert cache.delete("a") is False
    assert cache.incr("a") == 1
    assert cache.set_many({"a": 1}) == []
    cache.delete_many(["a"])
    cache.clear()
    assert "the cache does not answer" in caplog.text
    assert not any(record.exc_info for record in caplog.records)


@pytest.mark.skipif(not os.environ.get("REDIS_URL"), reason="needs REDIS_URL")
def test_a_redis_that_answers_is_a_cache() -> None:
    cache: RedisCache = ForgivingCache(os.environ["REDIS_URL"], {"KEY_PREFIX": "test-caches"})
    cache.delete("a")
    assert cache.add("a", 1) is True
    assert cache.add("a", 2) is False
    assert cache.incr("a") == 2
    assert cache.get("a") == 2
    assert cache.delete("a") is True
    cache.close()


def test_requests_share_their_connections_to_redis() -> None:
    """Django makes a cache object for each request, which would connect anew."""
    clients = {Context().run(lambda: _client_now("redis://127.0.0.1:1/0")) for _ in range(3)}
    assert len(clients) == 1


def _client_now(url: str) -> object:
    cache = ForgivingCache(url, {"OPTIONS": {"socket_timeout": 2}})
    return cache._cache.get_client("a", write=True)


@pytest.mark.skipif(bool(os.environ.get("REDIS_URL")), reason="Redis has its own limits")
def test_a_site_without_redis_forgets_no_rate_limit_for_a_thousand_lists() -> None:
    cache = caches["default"]
    cache.set("rate-limit", 1)
    for number in range(1000):
        cache.set(f"changed.user.{number}", number)
    assert cache.get("rate-limit") == 1
    cache.clear()
