"""Fixtures of the agents' tests."""

import pytest


@pytest.fixture(params=[0, 1], ids=["side-0", "side-1"])
def you(request: pytest.FixtureRequest) -> int:
    """The seat that recruits: a test with it runs for both sides of the table."""
    seat: int = request.param
    return seat
