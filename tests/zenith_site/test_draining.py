"""The end of a web process: `/servingz` says so before it takes no requests any more."""

import asyncio
import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from zenith_site import draining

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def restored(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Leave this process as it was."""
    monkeypatch.setattr(draining, "_is_draining", False)
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


async def ended(seconds: float, times: int) -> bool:
    """Send SIGTERM this often to a server; return whether it still served after the first one."""
    end = asyncio.Event()
    loop = asyncio.get_running_loop()

    def stop(_number: int, _frame: Any) -> None:
        loop.call_soon_threadsafe(end.set)

    signal.signal(signal.SIGTERM, stop)
    draining.hold_back(seconds)
    served = False
    for _ in range(times):
        os.kill(os.getpid(), signal.SIGTERM)
        while not end.is_set() and not draining.is_draining():
            await asyncio.sleep(0)  # the loop hears of a signal in one of its next turns
        served |= not end.is_set()
    await asyncio.wait_for(end.wait(), 20)
    return served


def test_a_process_that_is_told_to_end_says_so_first(client: Client) -> None:
    assert client.get("/servingz").status_code == 200
    assert asyncio.run(ended(0.1, times=1))
    response = client.get("/servingz")
    assert response.status_code == 404
    assert response.json() == {"ok": False, "draining": True}
    assert client.get("/healthz").status_code == 200


def test_a_second_signal_ends_it_at_once() -> None:
    assert asyncio.run(ended(3600, times=2))


def test_without_a_proxy_it_ends_at_once(client: Client) -> None:
    assert not asyncio.run(ended(0, times=1))
    assert client.get("/servingz").status_code == 200
