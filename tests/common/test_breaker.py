"""The circuit breaker: one caller waits for a service that hangs, the others don't."""

import pytest

from common import breaker
from common.breaker import PAUSE, SLOW, Breaker


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which stands still."""
    now = [100.0]
    monkeypatch.setattr(breaker, "monotonic", lambda: now[0])
    return now


def test_after_a_time_out_no_caller_is_let_through_for_a_while(clock: list[float]) -> None:
    service, opened = Breaker(), []
    assert service.allows()
    clock[0] += SLOW + 1
    service.failed(100.0, lambda: opened.append(True))
    assert opened == [True]
    assert not service.allows()
    clock[0] += PAUSE
    assert service.allows(), "one tries again"
    assert not service.allows(), "the others go on without"
    service.done()
    assert service.allows()
    assert service.allows()


def test_a_failure_that_comes_at_once_keeps_no_caller_out(clock: list[float]) -> None:
    service = Breaker()
    service.failed(clock[0])
    assert service.allows()


def test_a_caller_that_waits_in_vain_again_opens_it_again(clock: list[float]) -> None:
    service = Breaker()
    service.failed(0.0)
    clock[0] += PAUSE
    assert service.allows()
    service.failed(0.0)
    assert not service.allows()
