"""Paces: what may be chosen, and how it is written down."""

import doctest
import json
from typing import Any

import pytest
from hypothesis import given

import games.clock
from games.clock import BANK, LIVE, OFFERED, TURNS, ClockError, Pace
from tests.clock.drawing import all_paces

HOUR = 3600
DAY = 24 * HOUR


def test_what_is_offered() -> None:
    assert [pace.start // DAY for pace in TURNS] == [1, 2, 3, 5, 7, 10, 14]
    assert all(pace.start == pace.increment == pace.most for pace in TURNS)
    assert Pace(3 * DAY, DAY, 7 * DAY) == BANK
    assert Pace(300, 30, None, live=True) in LIVE
    assert all(pace.live and pace.most is None for pace in LIVE)
    assert len(set(OFFERED)) == len(OFFERED) == 12


@given(all_paces)
def test_a_pace_read_and_written_again_is_the_same(pace: Pace) -> None:
    assert Pace.from_json(json.loads(json.dumps(pace.to_json()))) == pace


@pytest.mark.parametrize(
    ("numbers", "code"),
    [
        ((12 * HOUR - 1, DAY, DAY), "too_short"),
        ((DAY, 12 * HOUR - 1, DAY), "too_short"),
        ((12 * HOUR, 12 * HOUR, 12 * HOUR - 1), "too_short"),
        ((DAY, DAY, 30 * DAY + 1), "too_long"),
        ((DAY, DAY, None), "too_long"),
        ((3 * DAY, DAY, 2 * DAY), "over_most"),
        ((DAY, 3 * DAY, 2 * DAY), "over_most"),
        ((59, 30, None, True), "too_short"),
        ((300, 4, None, True), "too_short"),
        ((3 * HOUR + 1, 30, None, True), "too_long"),
        ((300, 601, None, True), "too_long"),
        ((300, 30, 3 * HOUR + 1, True), "too_long"),
        ((300, 30, 299, True), "over_most"),
    ],
)
def test_a_pace_that_is_no_pace_says_why(numbers: tuple[Any, ...], code: str) -> None:
    with pytest.raises(ClockError) as refused:
        Pace(*numbers)
    assert refused.value.code == code


def test_the_limits_themselves_are_paces() -> None:
    Pace(12 * HOUR, 12 * HOUR, 12 * HOUR)
    Pace(30 * DAY, 30 * DAY, 30 * DAY)
    Pace(60, 5, 60, live=True)
    Pace(3 * HOUR, 600, 3 * HOUR, live=True)


@pytest.mark.parametrize(
    "change",
    [
        {"start": True},
        {"start": "1"},
        {"increment": 1e5},
        {"most": -1},
        {"live": 0},
        {"live": None},
    ],
)
def test_json_that_no_pace_has_written_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(ClockError, match="malformed"):
        Pace.from_json(BANK.to_json() | change)


@pytest.mark.parametrize("data", [None, [], {}, {"start": DAY, "increment": DAY, "most": DAY}])
def test_json_of_something_else_is_refused(data: object) -> None:
    with pytest.raises(ClockError, match="malformed"):
        Pace.from_json(data)


def test_the_example_in_the_package_is_true() -> None:
    assert doctest.testmod(games.clock).failed == 0
    assert doctest.testmod(games.clock).attempted > 0
