"""Slots: which request is next, and that none waits for ever."""

import asyncio
from time import perf_counter
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse

from zenith_site.request_log import RequestLogMiddleware
from zenith_site.slots import ARRIVED, Slots, arrival


class Request(HttpRequest):
    """A request as `ASGIRequest` has it."""

    scope: dict[str, Any]


def scope(method: str = "GET") -> dict[str, Any]:
    """Return a request."""
    return {"type": "http", "method": method}


async def _order(slots: Slots, methods: list[str]) -> list[str]:
    """Return the methods of requests in the order in which they get the one slot."""
    order: list[str] = []

    async def ask(method: str) -> None:
        assert await slots.take(scope(method))
        order.append(method)
        slots.give_back()

    assert await slots.take(scope())
    tasks = [asyncio.create_task(ask(method)) for method in methods]
    await asyncio.sleep(0)
    assert order == []
    slots.give_back()
    await asyncio.gather(*tasks)
    return order


async def test_a_post_goes_before_earlier_reads() -> None:
    slots = Slots(1, ahead=1000, patience=1000)
    assert await _order(slots, ["GET", "HEAD", "POST"]) == ["POST", "GET", "HEAD"]


async def test_an_early_read_goes_before_later_posts() -> None:
    slots = Slots(1, ahead=0, patience=1000)
    assert await _order(slots, ["GET", "POST", "HEAD"]) == ["GET", "POST", "HEAD"]


async def test_who_has_waited_long_enough_goes_without_a_slot() -> None:
    slots = Slots(1, patience=0)
    assert await slots.take(scope())
    assert not await slots.take(scope())
    slots.give_back()
    assert await slots.take(scope())


async def test_a_slot_that_comes_with_the_end_of_patience_is_not_lost() -> None:
    slots = Slots(1, patience=0)
    assert await slots.take(scope())
    waiting = asyncio.create_task(slots.take(scope()))
    await asyncio.sleep(0)
    slots.give_back()
    if await waiting:
        slots.give_back()
    assert await slots.take(scope())


async def test_who_is_cancelled_takes_no_slot_along() -> None:
    slots = Slots(1, patience=1000)
    assert await slots.take(scope())
    waiting = asyncio.create_task(slots.take(scope()))
    await asyncio.sleep(0)
    slots.give_back()
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    assert waiting.cancelled()
    assert await slots.take(scope())


async def test_a_request_has_its_arrival() -> None:
    request, before = Request(), perf_counter()
    assert arrival(request) >= before  # it has come without a slot
    given = scope()
    assert await Slots(1).take(given)
    request.scope = given
    assert before <= arrival(request) == given[ARRIVED]


def test_the_wait_for_a_slot_counts_in_the_log_of_slow_requests(
    settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.SLOW_REQUEST_MS = 3_600_000
    request = Request()
    answer = RequestLogMiddleware(lambda _request: HttpResponse())
    answer(request)
    assert not caplog.records
    request.scope = {ARRIVED: perf_counter() - 3_601}
    answer(request)
    assert "slow request" in caplog.text
