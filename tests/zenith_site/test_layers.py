"""Messages between threads and loops, inside one process."""

import asyncio
import threading
from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Any

import pytest
from asgiref.sync import async_to_sync

from zenith_site.layers import OneProcessLayer


@pytest.fixture
def layer() -> OneProcessLayer:
    return OneProcessLayer(capacity=2000)


def in_thread(work: Callable[[], Any]) -> threading.Thread:
    """Run in a thread of its own, without a loop, like a task of Celery."""
    thread = threading.Thread(target=work)
    thread.start()
    return thread


async def test_a_message_from_another_thread_arrives_at_once(layer: OneProcessLayer) -> None:
    channel = await layer.new_channel()
    await layer.group_add("table", channel)
    waiting = asyncio.create_task(layer.receive(channel))
    await asyncio.sleep(0.05)
    start = monotonic()
    thread = in_thread(lambda: async_to_sync(layer.group_send)("table", {"type": "hint"}))
    assert await asyncio.wait_for(waiting, 2) == {"type": "hint"}
    assert monotonic() - start < 1
    await asyncio.to_thread(thread.join)  # it still waits for this loop


async def test_many_threads_lose_nothing(layer: OneProcessLayer) -> None:
    channel = await layer.new_channel()
    await layer.group_add("table", channel)

    def send_fifty(number: int) -> None:
        for at in range(50):
            async_to_sync(layer.group_send)("table", {"type": "hint", "n": (number, at)})

    threads = [in_thread(partial(send_fifty, number)) for number in range(4)]
    got = [await asyncio.wait_for(layer.receive(channel), 5) for _message in range(200)]
    for thread in threads:
        await asyncio.to_thread(thread.join)
    for number in range(4):
        mine = [message["n"][1] for message in got if message["n"][0] == number]
        assert mine == list(range(50))


async def test_who_left_hears_nothing_more(layer: OneProcessLayer) -> None:
    channel = await layer.new_channel()
    await layer.group_add("table", channel)
    await layer.group_discard("table", channel)
    await layer.group_send("table", {"type": "hint"})
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(layer.receive(channel), 0.1)


def test_a_new_loop_becomes_home_when_the_old_one_is_closed(layer: OneProcessLayer) -> None:
    async def talk() -> Any:
        channel = await layer.new_channel()
        await layer.group_add("table", channel)
        await layer.group_send("table", {"type": "hint"})
        return await asyncio.wait_for(layer.receive(channel), 2)

    assert asyncio.run(talk()) == {"type": "hint"}
    assert asyncio.run(talk()) == {"type": "hint"}


def test_nobody_listening_is_no_error(layer: OneProcessLayer) -> None:
    async_to_sync(layer.group_send)("table", {"type": "hint"})
