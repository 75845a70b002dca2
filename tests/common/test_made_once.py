"""Costly answers: made once, kept, one at a time, so much for each household."""

import threading
from collections.abc import Iterator
from concurrent.futures import Future

import pytest
from django.core.cache import caches
from django.test import RequestFactory
from django.utils import translation

from common import made_once
from common.made_once import Workshop, digest_of, made
from common.refusals import Refused
from tests.support.factories import refusal


class Work:
    """A work that begins, and ends when it may."""

    def __init__(self, result: bytes = b"done") -> None:
        self.began, self.may_end = threading.Event(), threading.Event()
        self.times = 0
        self.result = result

    def __call__(self) -> bytes:
        self.times += 1
        self.began.set()
        assert self.may_end.wait(10)
        return self.result


@pytest.fixture
def workshop() -> Workshop:
    return Workshop()


@pytest.fixture
def running() -> Iterator[list[threading.Thread]]:
    """Threads that the test starts, and which end with it."""
    threads: list[threading.Thread] = []
    yield threads
    for thread in threads:
        thread.join(10)
        assert not thread.is_alive()


def begin(
    running: list[threading.Thread], workshop: Workshop, digest: str, work: Work, got: list[bytes]
) -> None:
    """Have a thread make something."""
    thread = threading.Thread(target=lambda: got.append(workshop.make(digest, work)))
    thread.start()
    running.append(thread)


def test_what_several_ask_for_at_once_is_made_once(
    workshop: Workshop, running: list[threading.Thread], monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = threading.Semaphore(0)

    class Order(Future[bytes]):
        def result(self, timeout: float | None = None) -> bytes:
            waiting.release()
            return super().result(timeout)

    monkeypatch.setattr(made_once, "Future", Order)
    work, got = Work(), list[bytes]()
    begin(running, workshop, "a", work, got)
    assert work.began.wait(10)
    for _request in range(5):
        begin(running, workshop, "a", work, got)
        assert waiting.acquire(timeout=10)
    work.may_end.set()
    for thread in running:
        thread.join(10)
    assert got == [b"done"] * 6
    assert work.times == 1


def test_one_thing_is_made_at_a_time_and_the_next_request_is_told_to_come_back(
    workshop: Workshop, running: list[threading.Thread]
) -> None:
    """A request that waited would keep a slot from the pages of others."""
    work, got = Work(), list[bytes]()
    begin(running, workshop, "a", work, got)
    assert work.began.wait(10)
    with pytest.raises(Refused) as refused:
        workshop.make("b", lambda: b"another")
    assert (refused.value.status, refused.value.retry_after) == (503, 2)
    work.may_end.set()
    running[0].join(10)
    assert got == [b"done"]
    assert workshop.make("b", lambda: b"another") == b"another"


def test_a_failure_reaches_its_request_and_blocks_nothing(workshop: Workshop) -> None:
    def fail() -> bytes:
        raise ValueError("on purpose")

    with pytest.raises(ValueError, match="on purpose"):
        workshop.make("a", fail)
    assert workshop.make("a", lambda: b"later") == b"later"


@pytest.mark.django_db
def test_a_household_can_ask_for_so_much_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept costs nothing; others are not concerned."""
    monkeypatch.setattr(made_once, "MOST_A_MINUTE", 3)

    def ask(digest: str, address: str = "2001:db8:1:2::1") -> bytes:
        return made(RequestFactory(REMOTE_ADDR=address).get("/"), digest, lambda: b"made")

    for number in range(3):  # each of them is at least a millisecond
        assert ask(f"{number}", f"2001:db8:1:2::{number}") == b"made"
    refused = refusal(429, ask, "new")
    assert "from your network" in refused
    assert ask("0") == b"made"
    assert ask("new", "2001:db8:1:3::1") == b"made"
    assert caches["drawn"].get("new") == b"made"


def test_a_digest_names_facts_and_language() -> None:
    assert digest_of("a", 1) == digest_of("a", 1) != digest_of("a", 2)
    with translation.override("fr"):
        french = digest_of("a", 1)
    assert french != digest_of("a", 1)
