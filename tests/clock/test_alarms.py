"""Alarms: half of the time gone, a fifth left, a twentieth left."""

from datetime import datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from games.clock import Week, alarms, deadline, usable
from tests.clock.drawing import utc, weeks_and_moments

DAY = 86400


@given(weeks_and_moments(), st.integers(60, 14 * DAY))
def test_an_alarm_comes_when_its_share_is_left(place: tuple[Week, datetime], seconds: int) -> None:
    week, start = place
    end = deadline(week, start, seconds)
    ring = alarms(week, start, end)
    assert list(ring) == [50, 20, 5]
    assert start <= ring[50] < ring[20] < ring[5] < end
    for share, moment in ring.items():
        assert 0 <= usable(week, moment, end) - seconds * share / 100 < 1
        assert usable(week, moment, moment + timedelta(seconds=1)) == 1  # not in sleep


@given(weeks_and_moments(), st.integers(0, 14 * DAY), st.integers(1, DAY))
def test_a_later_deadline_moves_the_alarms(
    place: tuple[Week, datetime], seconds: int, more: int
) -> None:
    week, start = place
    ends = (deadline(week, start, s) for s in (seconds, seconds + 100 * more))
    before, after = (alarms(week, start, end) for end in ends)
    assert all(after[share] > before[share] for share in before)


def test_the_alarms_of_a_day_without_a_week() -> None:
    start = utc("2026-06-01T00:00")
    assert alarms(None, start, utc("2026-06-02T00:00")) == {
        50: utc("2026-06-01T12:00"),
        20: utc("2026-06-01T19:12"),
        5: utc("2026-06-01T22:48"),
    }
    assert alarms(None, start, start, [10]) == {10: start}


def test_an_alarm_does_not_ring_at_night() -> None:
    start, end = utc("2026-06-01T13:00"), utc("2026-06-02T17:00")  # ten hours each day
    assert alarms(Week("UTC"), start, end)[50] == utc("2026-06-02T07:00")


def test_a_deadline_promised_by_another_week_may_lie_at_night() -> None:
    night = utc("2026-06-01T23:30")
    assert alarms(Week("UTC"), night, night + timedelta(hours=1))[5] == night + timedelta(hours=1)
