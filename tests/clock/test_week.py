"""Weeks: what is charged and what is not, wherever the clock on the wall jumps."""

from datetime import UTC, datetime, time, timedelta
from itertools import accumulate
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clock import ClockError, Code, Week, deadline, usable
from tests.clock.drawing import minutes, utc, weeks_and_moments

HOUR = 3600
MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)
MARGIN = 30 * 60  # minutes: more than any wall's clock was ever put back
NO_SLEEP: Any = {"sleep_from": time(), "sleep_to": time()}


def usable_by_the_minute(week: Week, start: datetime, end: datetime) -> int:
    """The rule of `games.clock.week` a second time, a minute at a time.

    `highest` is what the wall's clock has shown at most so far, `lowest` what it will show at
    least from now on: what lies between the two has come once and will come again.
    """
    zone = ZoneInfo(week.zone)
    count = (end - start) // MINUTE
    wall = [
        (start + k * MINUTE).astimezone(zone).replace(tzinfo=None)
        for k in range(-MARGIN, count + MARGIN)
    ]
    highest = list(accumulate(wall, max))
    lowest = list(accumulate(reversed(wall), min))[::-1]
    minutes = range(MARGIN, MARGIN + count)
    return 60 * sum(not rests(week, lowest[k], highest[k]) for k in minutes)


def rests(week: Week, lowest: datetime, highest: datetime) -> bool:
    over_midnight = DAY if week.sleep_to < week.sleep_from else timedelta()
    day = datetime.combine(lowest - DAY, time())
    while day <= highest:
        times = [(day, day + DAY)] if day.weekday() in week.days_off else []
        if week.sleep_from != week.sleep_to:
            begins = datetime.combine(day, week.sleep_from)
            times.append((begins, datetime.combine(day + over_midnight, week.sleep_to)))
        if any(begins <= highest and ends > lowest for begins, ends in times):
            return True
        day += DAY
    return False


@pytest.mark.whole
@given(weeks_and_moments(), minutes(72))
def test_usable_is_what_is_counted_by_the_minute(
    place: tuple[Week, datetime], length: timedelta
) -> None:
    week, start = place
    assert usable(week, start, start + length) == usable_by_the_minute(week, start, start + length)


@given(weeks_and_moments(), minutes(900), minutes(900))
def test_usable_adds_up_and_never_falls(
    place: tuple[Week, datetime], first: timedelta, second: timedelta
) -> None:
    week, start = place
    middle, end = start + first, start + first + second
    parts = usable(week, start, middle), usable(week, middle, end)
    assert min(parts) >= 0
    assert usable(week, start, end) == sum(parts)
    assert sum(parts) <= (end - start).total_seconds()
    assert usable(week, end, start) == 0


@given(weeks_and_moments(), st.integers(0, 30 * 24 * HOUR))
def test_a_deadline_is_the_latest_moment_for_its_seconds(
    place: tuple[Week, datetime], seconds: int
) -> None:
    week, start = place
    end = deadline(week, start, seconds)
    assert end >= start + timedelta(seconds=seconds)
    assert usable(week, start, end) == seconds
    # So it lies neither in sleep or a day off, nor where one begins.
    assert usable(week, start, end + timedelta(seconds=1)) == seconds + 1


@given(weeks_and_moments(), st.integers(0, 20 * 24 * HOUR), st.integers(0, 20 * 24 * HOUR))
def test_deadlines_follow_each_other_like_their_seconds(
    place: tuple[Week, datetime], first: int, second: int
) -> None:
    week, start = place
    middle = deadline(week, start, first)
    assert deadline(week, middle, second) == deadline(week, start, first + second)
    assert deadline(week, start, first) <= deadline(week, start, first + second)


@given(weeks_and_moments(), minutes(900))
def test_a_deadline_undoes_usable(place: tuple[Week, datetime], length: timedelta) -> None:
    week, start = place
    end = start + length
    assert deadline(week, start, usable(week, start, end)) == deadline(week, end, 0)


@given(weeks_and_moments(), minutes(900))
def test_without_a_week_and_with_an_empty_one_every_second_counts(
    place: tuple[Week, datetime], length: timedelta
) -> None:
    start = place[1]
    empty = Week(place[0].zone, time(4), time(4))
    for week in (None, empty):
        assert usable(week, start, start + length) == length.total_seconds()
        assert deadline(week, start, 90 * 24 * HOUR) == start + timedelta(days=90)


# Examples to be checked with a calendar. Sleep is from 23 to 7 unless something else is said.

BERLIN = Week("Europe/Berlin")


def test_a_plain_night_in_berlin() -> None:
    evening = utc("2026-06-01T20:00")  # 22:00 in Berlin
    assert usable(BERLIN, evening, utc("2026-06-02T06:00")) == 2 * HOUR
    assert deadline(BERLIN, evening, HOUR - 1) == utc("2026-06-01T20:59:59")
    assert deadline(BERLIN, evening, HOUR) == utc("2026-06-02T05:00")  # 7:00, not 23:00
    assert deadline(BERLIN, utc("2026-06-01T23:00"), 0) == utc("2026-06-02T05:00")


def test_the_short_night_of_29_march_2026_in_berlin() -> None:
    assert deadline(BERLIN, utc("2026-03-28T21:00"), HOUR) == utc("2026-03-29T05:00")
    noon = utc("2026-03-28T11:00"), utc("2026-03-29T10:00")  # 23 hours, 7 of them asleep
    assert usable(BERLIN, *noon) == 16 * HOUR
    left_out = Week("Europe/Berlin", time(2, 30), time(8))  # from 3:00, where the clock jumped to
    assert usable(left_out, utc("2026-03-29T00:00"), utc("2026-03-29T06:00")) == HOUR
    woken = Week("Europe/Berlin", time(22), time(2, 30))  # until then
    assert deadline(woken, utc("2026-03-28T22:00"), 0) == utc("2026-03-29T01:00")
    nothing = Week("Europe/Berlin", time(2, 15), time(2, 45))  # this night has no such time
    assert usable(nothing, utc("2026-03-29T00:00"), utc("2026-03-29T06:00")) == 6 * HOUR


def test_the_long_night_of_25_october_2026_in_berlin() -> None:
    assert deadline(BERLIN, utc("2026-10-24T20:00"), HOUR) == utc("2026-10-25T06:00")
    noon = utc("2026-10-24T10:00"), utc("2026-10-25T11:00")  # 25 hours, 9 of them asleep
    assert usable(BERLIN, *noon) == 16 * HOUR
    twice = Week("Europe/Berlin", time(2, 30), time(8))  # from the first 2:30
    assert deadline(twice, utc("2026-10-25T00:30"), 0) == utc("2026-10-25T07:00")
    assert deadline(twice, utc("2026-10-25T00:29"), 59) == utc("2026-10-25T00:29:59")
    woken = Week("Europe/Berlin", time(22), time(2, 30))  # until the second
    assert deadline(woken, utc("2026-10-24T21:00"), 0) == utc("2026-10-25T01:30")


def test_days_off() -> None:
    week = Week("Europe/Berlin", days_off=frozenset({5, 6}))  # Saturday and Sunday
    friday = utc("2026-06-05T18:00")  # 20:00
    assert deadline(week, friday, 3 * HOUR) == utc("2026-06-08T05:00")  # Monday, 7:00
    assert deadline(week, friday, 4 * HOUR) == utc("2026-06-08T06:00")
    awake = Week("Europe/Berlin", days_off=frozenset({5, 6}), **NO_SLEEP)
    assert deadline(awake, friday, 4 * HOUR) == utc("2026-06-07T22:00")  # Monday, 0:00


def test_a_quarter_of_an_hour_in_kathmandu() -> None:
    week = Week("Asia/Kathmandu")  # UTC+5:45
    assert deadline(week, utc("2026-02-28T12:00"), 5 * HOUR + 900) == utc("2026-03-01T01:15")


def test_half_an_hour_of_summer_time_on_lord_howe() -> None:
    back = Week("Australia/Lord_Howe", time(1, 45), time(9))  # 5 April, 2:00 is 1:30 again
    assert deadline(back, utc("2026-04-04T14:45"), 0) == utc("2026-04-04T22:30")
    assert usable(back, utc("2026-04-04T14:00"), utc("2026-04-05T00:00")) == 135 * 60
    on = Week("Australia/Lord_Howe", time(2, 15), time(9))  # 4 October, 2:00 is 2:30
    assert deadline(on, utc("2026-10-03T15:30"), 0) == utc("2026-10-03T22:00")


def test_samoa_had_no_30_december_2011() -> None:
    week = Week("Pacific/Apia")
    evening = utc("2011-12-30T08:00")  # 29 December, 22:00
    assert deadline(week, evening, HOUR) == utc("2011-12-30T17:00")  # 31 December, 7:00
    friday_off = Week("Pacific/Apia", days_off=frozenset({4}), **NO_SLEEP)
    assert usable(friday_off, evening, evening + 2 * DAY) == 48 * HOUR


def test_a_midnight_that_was_left_out_and_one_that_came_late_in_sao_paulo() -> None:
    sunday_off = Week("America/Sao_Paulo", days_off=frozenset({6}), **NO_SLEEP)
    saturday = utc("2018-11-04T01:00")  # 22:00; Sunday begins at 1:00, two hours later
    assert deadline(sunday_off, saturday, 2 * HOUR) == utc("2018-11-05T02:00")
    assert deadline(sunday_off, saturday, 2 * HOUR - 1) == utc("2018-11-04T02:59:59")
    saturday = utc("2018-02-18T00:00")  # 22:00; 23:00 comes twice, so three hours later
    assert deadline(sunday_off, saturday, 3 * HOUR) == utc("2018-02-19T03:00")
    assert deadline(sunday_off, saturday, 3 * HOUR - 1) == utc("2018-02-18T02:59:59")


def test_a_leap_day_is_a_day() -> None:
    week = Week("UTC", days_off=frozenset({1}), **NO_SLEEP)  # 29 February 2028 is a Tuesday
    assert deadline(week, utc("2028-02-28T12:00"), 12 * HOUR) == utc("2028-03-01T00:00")
    assert usable(BERLIN, utc("2028-02-28T12:00"), utc("2028-03-01T12:00")) == 32 * HOUR


def test_parts_of_seconds_do_not_count() -> None:
    start = utc("2026-06-01T10:00:00.900000")
    assert usable(None, start, utc("2026-06-01T10:00:01.100000")) == 1
    assert deadline(BERLIN, start, 5) == utc("2026-06-01T10:00:05")


def test_a_moment_may_come_in_any_zone_but_not_without() -> None:
    noon = datetime(2026, 6, 1, 12, tzinfo=ZoneInfo("Asia/Tokyo"))
    assert deadline(None, noon, 60) == utc("2026-06-01T03:01")
    assert deadline(None, noon, 60).tzinfo is UTC
    with pytest.raises(ValueError, match="no time zone"):
        usable(BERLIN, noon.replace(tzinfo=None), noon)


@pytest.mark.parametrize("zone", ["", "Europe", "Mars/Olympus", "../etc/passwd", "Europe/Berlin\0"])
def test_a_zone_that_is_none_is_refused(zone: str) -> None:
    assert refusal(zone=zone) == "unknown_zone"


def test_twelve_hours_and_two_days_are_the_most() -> None:
    Week("UTC", time(20), time(8), frozenset({0, 6}))
    assert refusal(sleep_from=time(20), sleep_to=time(8, 1)) == "too_much_sleep"
    assert refusal(sleep_from=time(7), sleep_to=time(23)) == "too_much_sleep"
    assert refusal(days_off=frozenset({0, 1, 2})) == "too_many_days_off"
    with pytest.raises(ValueError, match="no days of a week"):
        Week("UTC", days_off=frozenset({7}))


def refusal(
    zone: str = "UTC",
    sleep_from: time = time(23),
    sleep_to: time = time(7),
    days_off: frozenset[int] = frozenset(),
) -> Code:
    with pytest.raises(ClockError) as refused:
        Week(zone, sleep_from, sleep_to, days_off)
    return refused.value.code
