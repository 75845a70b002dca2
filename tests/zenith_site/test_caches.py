"""The cache in memory and its limit; the cache when Redis is gone, and when it is there."""

import os
import pickle
import socket
import threading
from collections.abc import Iterator
from contextvars import Context

import pytest
import time_machine
from django.core.cache import caches
from django.core.cache.backends.redis import RedisCache

from common import breaker, queueing
from zenith_site.caches import ENTRY, SLACK, BoundedCache, ForgivingCache

MOST = 100_000


@pytest.fixture
def bounded() -> Iterator[BoundedCache]:
    """Return an empty cache with a limit."""
    cache = BoundedCache("test-bounded", {"OPTIONS": {"MAX_BYTES": MOST}})
    cache.clear()
    yield cache
    cache.clear()


def keys(cache: BoundedCache) -> list[str]:
    """Return the keys that a cache keeps, expired ones too."""
    return [key.removeprefix(":1:") for key in cache.kept]


def test_a_cache_in_memory_never_grows_beyond_its_limit(bounded: BoundedCache) -> None:
    for number in range(500):
        bounded.set(f"page-{number}", b"x" * 1000, 3600)
        assert bounded.size <= MOST
    assert 50 < len(keys(bounded)) < 100
    assert bounded.get("page-499") == b"x" * 1000


def test_it_drops_what_was_not_used_for_the_longest_time(bounded: BoundedCache) -> None:
    bounded.set("used", 1, None)
    for number in range(500):
        bounded.set(f"page-{number}", b"x" * 1000, None)
        assert bounded.get("used") == 1
    assert bounded.get("page-0") is None


def test_a_value_that_would_drive_out_the_others_is_not_kept(bounded: BoundedCache) -> None:
    bounded.set("a", 1)
    bounded.set("a", b"x" * MOST)
    assert bounded.get("a") is None
    assert bounded.size == 0


def test_what_has_expired_takes_no_room(bounded: BoundedCache) -> None:
    """Each write removes it, though nothing asks for it again."""
    with time_machine.travel(0, tick=False) as clock:
        for number in range(50):
            bounded.set(f"page-{number}", b"x" * 1000, 5)
        bounded.set("kept-longer", 1, 5)
        bounded.touch("kept-longer", 60)
        bounded.set("set-again", 1, 5)
        bounded.set("set-again", 2, 60)
        clock.shift(6)
        bounded.set("new", 1, 5)
        assert sorted(keys(bounded)) == ["kept-longer", "new", "set-again"]
        clock.shift(60)
        bounded.set("newer", 1, 5)
        assert keys(bounded) == ["newer"]
        bounded.delete("newer")
    assert bounded.size == 0


def test_its_books_do_not_grow_with_the_writes(bounded: BoundedCache) -> None:
    bounded.set("number", 0, 3600)
    for _write in range(3 * SLACK):
        bounded.set("again", b"x" * 100, 3600)
        bounded.incr("number", 2**40)
    assert len(bounded._store._expiring) <= SLACK + 2 * len(keys(bounded)) + 1
    assert bounded.get("number") == 3 * SLACK * 2**40
    bounded.delete_many(["number", "again"])
    assert bounded.size == 0


def test_it_counts_right_with_many_threads(bounded: BoundedCache) -> None:
    def write(first: int) -> None:
        cache = BoundedCache("test-bounded", {"OPTIONS": {"MAX_BYTES": MOST}})
        for number in range(300):
            cache.set(f"{first}-{number % 120}", b"x" * 500, 60)
            cache.get(f"{first}-{number % 7}")
            cache.delete(f"{first}-{number % 11}")

    threads = [threading.Thread(target=write, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sizes = [len(key) + len(pickle.dumps(b"x" * 500)) + ENTRY for key in bounded.kept]
    assert bounded.size == sum(sizes) <= MOST


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


@pytest.fixture
def own_breaker(monkeypatch: pytest.MonkeyPatch) -> None:
    """A breaker of the test's own: the process's stays closed."""
    monkeypatch.setattr(breaker, "redis", breaker.Breaker())


@pytest.mark.usefixtures("own_breaker")
def test_a_redis_that_hangs_is_waited_for_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:  # it takes connections, and says nothing
        url = f"redis://127.0.0.1:{silent.getsockname()[1]}/0"
        options = {"socket_timeout": 0.6, "socket_connect_timeout": 0.6}
        cache = ForgivingCache(url, {"OPTIONS": options})
        assert cache.get("a") is None
        silent.setblocking(False)
        while True:  # all connections of the first call
            try:
                silent.accept()[0].close()
            except BlockingIOError:
                break
        assert [cache.get("a"), cache.add("a", 1), cache.incr("a")] == [None, True, 1]
        with pytest.raises(BlockingIOError):
            silent.accept()  # no other call has tried


@pytest.mark.usefixtures("own_breaker")
def test_a_redis_that_hangs_keeps_no_task_waiting(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    breaker.redis.failed(0.0)
    monkeypatch.setattr(queueing, "_waiting", None)  # would fail
    queueing.queue("games.tables.tasks.play_bot", 1, 1)
    assert "could not queue games.tables.tasks.play_bot(1, 1)" in caplog.text


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
