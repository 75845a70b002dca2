"""Vacation: hours that are spent only when a game would otherwise be lost."""

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clock import AwayPeriod, ClockError, Week, cover, earned, may_plan, usable
from tests.clock.drawing import minutes, utc, weeks_and_moments

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
MISSED = utc("2026-06-01T10:20")
AWAY = AwayPeriod(utc("2026-06-01T00:00"), utc("2026-06-08T00:00"))
TEN = utc("2026-06-01T10:00")


def hours(first: datetime, count: int) -> tuple[datetime, ...]:
    return tuple(first + n * HOUR for n in range(count))


@st.composite
def absences_around(draw: st.DrawFn, moment: datetime) -> list[AwayPeriod]:
    """One to three absences, one after the other, from up to three days before a moment."""
    found = []
    start = moment - draw(minutes(72))
    for _ in range(draw(st.integers(1, 3))):
        end = start + timedelta(minutes=1) + draw(minutes(72))
        found.append(AwayPeriod(start, end))
        start = end + draw(minutes(4))
    return found


@given(weeks_and_moments(), minutes(200), st.integers(0, 150), st.data())
def test_cover_never_overdraws_and_does_not_pay_twice(
    place: tuple[Week, datetime], passed: timedelta, balance: int, data: st.DataObject
) -> None:
    week, missed = place
    now = missed + passed
    absences = data.draw(absences_around(missed))
    candidates = [missed.replace(minute=0) + n * HOUR for n in range(100)]
    paid = data.draw(st.frozensets(st.sampled_from(candidates), max_size=20))
    until, to_pay = cover(week, missed, now, absences, paid, balance)
    assert until >= missed
    assert len(to_pay) <= balance
    assert len(set(to_pay)) == len(to_pay)
    assert not paid & set(to_pay)
    assert all((hour.minute, hour.second) == (0, 0) for hour in to_pay)
    rest, settled = balance - len(to_pay), paid | set(to_pay)
    for again in (missed, until):
        assert cover(week, again, now, absences, settled, rest) == (until, ())
    if until > missed:
        assert usable(week, until, until + timedelta(seconds=1)) == 1  # not in sleep
    if until < now and rest > 0:  # only a person who is back is not covered
        assert not any(away.start <= until < away.end for away in absences)


@given(weeks_and_moments(), minutes(100), minutes(100), st.integers(0, 300))
def test_looking_twice_is_looking_once(
    place: tuple[Week, datetime], first: timedelta, second: timedelta, balance: int
) -> None:
    week, missed = place
    absences = [AwayPeriod(missed - DAY, missed + 30 * DAY)]
    once = cover(week, missed, missed + first + second, absences, frozenset(), balance)
    until, paid = cover(week, missed, missed + first, absences, frozenset(), balance)
    rest = balance - len(paid)
    later, more = cover(week, until, missed + first + second, absences, frozenset(paid), rest)
    assert (later, paid + more) == once


def test_an_hour_is_paid_when_the_game_would_be_lost_and_not_before() -> None:
    assert cover(None, MISSED, MISSED, [AWAY], frozenset(), 480) == (MISSED, ())
    late = MISSED + timedelta(seconds=1)
    assert cover(None, MISSED, late, [AWAY], frozenset(), 480) == (TEN + HOUR, (TEN,))


def test_after_a_downtime_several_hours_are_paid_at_once() -> None:
    now = TEN + timedelta(hours=5, minutes=30)
    assert cover(None, MISSED, now, [AWAY], frozenset(), 480) == (TEN + 6 * HOUR, hours(TEN, 6))


def test_an_hour_paid_for_one_game_covers_the_others() -> None:
    paid = frozenset(hours(TEN, 2))
    now = TEN + 150 * timedelta(minutes=1)
    assert cover(None, MISSED, now, [AWAY], paid, 480) == (TEN + 3 * HOUR, (TEN + 2 * HOUR,))
    assert cover(None, MISSED, TEN + 2 * HOUR, [AWAY], paid, 0) == (TEN + 2 * HOUR, ())


def test_the_night_costs_no_vacation() -> None:
    evening, morning = utc("2026-06-01T22:30"), utc("2026-06-02T07:30")
    until, paid = cover(Week("UTC"), evening, morning, [AWAY], frozenset(), 480)
    assert paid == (utc("2026-06-01T22:00"), utc("2026-06-02T07:00"))
    assert until == utc("2026-06-02T08:00")


def test_who_is_not_away_is_not_covered() -> None:
    now = MISSED + 9 * HOUR
    for away in (
        AwayPeriod(TEN - DAY, MISSED),
        AwayPeriod(MISSED + timedelta(minutes=1), TEN + DAY),
    ):
        assert cover(None, MISSED, now, [away], frozenset(), 480) == (MISSED, ())
    back = AwayPeriod(TEN, TEN + timedelta(minutes=90))
    assert cover(None, MISSED, now, [back], frozenset(), 480) == (TEN + 2 * HOUR, hours(TEN, 2))


def test_an_empty_balance_covers_nothing() -> None:
    now = MISSED + 9 * HOUR
    assert cover(None, MISSED, now, [AWAY], frozenset(), 0) == (MISSED, ())
    assert cover(None, MISSED, now, [AWAY], frozenset(), 2) == (TEN + 2 * HOUR, hours(TEN, 2))


def test_vacation_is_earned_up_to_thirty_days() -> None:
    assert earned(480) == 492
    assert earned(710) == earned(720) == 720


@pytest.mark.parametrize(
    ("start", "end", "code"),
    [
        (2 * DAY, 2 * DAY, "empty"),
        (2 * DAY, DAY, "empty"),
        (-timedelta(seconds=1), DAY, "past"),
        (20 * DAY, 50 * DAY + timedelta(seconds=1), "too_long"),
        (365 * DAY + timedelta(seconds=1), 366 * DAY, "too_far"),
        (9 * DAY, 11 * DAY, "overlap"),
        (11 * DAY, 12 * DAY, "overlap"),
        (9 * DAY, 15 * DAY, "overlap"),
    ],
)
def test_what_cannot_be_planned(start: timedelta, end: timedelta, code: str) -> None:
    planned = [AwayPeriod(TEN + 10 * DAY, TEN + 14 * DAY)]
    with pytest.raises(ClockError) as refused:
        may_plan(planned, AwayPeriod(TEN + start, TEN + end), TEN)
    assert refused.value.code == code


def test_what_can_be_planned() -> None:
    planned = [AwayPeriod(TEN + 10 * DAY, TEN + 14 * DAY)]
    may_plan(planned, AwayPeriod(TEN, TEN + 10 * DAY), TEN + timedelta(milliseconds=9))  # now
    may_plan(planned, AwayPeriod(TEN + 14 * DAY, TEN + 44 * DAY), TEN)
    may_plan(planned, AwayPeriod(TEN + 365 * DAY, TEN + 366 * DAY), TEN)
