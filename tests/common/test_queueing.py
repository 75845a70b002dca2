"""Queues: one entry of what waits already, and never too many."""

from collections.abc import Iterator
from typing import Any

import pytest
from celery import current_app, shared_task
from celery.signals import task_prerun
from kombu.exceptions import OperationalError
from redis.exceptions import OutOfMemoryError

from common import queueing

QUEUE = "queueing-test"


@queueing.on_queue(QUEUE)
@shared_task(name="tests.queueing")
def work(_number: int) -> None:
    """Do nothing."""


@pytest.fixture(autouse=True)
def channel() -> Iterator[Any]:
    """Return a channel to the queue, which is empty before and after."""
    with current_app.producer_or_acquire() as producer:
        producer.channel._new_queue(QUEUE)
        producer.channel.queue_purge(QUEUE)
        yield producer.channel
        producer.channel.queue_purge(QUEUE)


def waiting(channel: Any) -> int:
    """Return how many entries wait."""
    return int(channel._size(QUEUE))


def test_a_dead_workers_queue_holds_one_entry_of_each_task(channel: Any) -> None:
    for _sweep in range(50):
        for number in range(3):
            queueing.queue(work.name, number)
    assert waiting(channel) == 3


def test_a_task_that_begins_may_be_queued_again(channel: Any) -> None:
    for number in (1, 2):
        queueing.queue(work.name, number)
    task_prerun.send(sender=work, task_id="1", task=work, args=[1], kwargs={})
    for number in (1, 2):
        queueing.queue(work.name, number)
    assert waiting(channel) == 3


def test_an_entry_that_was_lost_is_queued_again(channel: Any) -> None:
    queueing.queue(work.name, 1)
    channel.queue_purge(QUEUE)
    queueing.queue(work.name, 1)
    assert waiting(channel) == 1


def test_a_full_queue_takes_no_more(channel: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queueing, "MOST", 4)
    for number in range(10):
        queueing.queue(work.name, number)
    assert waiting(channel) == 4
    assert queueing.is_full(work.name, {})
    assert not queueing.is_full("tests.of_the_default_queue", {"queue": "another"})


@pytest.mark.parametrize("error", [OutOfMemoryError("OOM"), OperationalError("down")])
def test_a_full_or_dead_broker_is_logged_and_asked_again(
    channel: Any,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
) -> None:
    def refuse(*_args: Any, **_options: Any) -> None:
        raise error

    queueing.queue(work.name, 1)  # so that it is not empty
    with monkeypatch.context() as broken:
        broken.setattr(work, "apply_async", refuse)
        queueing.queue(work.name, 2)
    assert "could not queue tests.queueing(2,)" in caplog.text
    queueing.queue(work.name, 2)
    assert waiting(channel) == 2


def test_an_entry_expires(channel: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, Any] = {}
    monkeypatch.setattr(work, "apply_async", lambda _args, **options: given.update(options))
    queueing.queue(work.name, 1)
    assert given == {"expires": queueing.EXPIRES}
    queueing.queue(work.name, 2, expires=60)
    assert given == {"expires": 60}
