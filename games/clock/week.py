"""The week a person lives in: sleep and days off in their own zone are not charged.

Sleep and days off are said in the wall time of a zone, and walls jump. One rule covers all jumps:
such a time begins when the wall's clock *first* comes to its beginning, and ends when it *last*
comes to its end. So a night that begins in an hour that happens twice begins in the first of the
two and one that ends there ends in the second; and a beginning or an end that is left out in
spring (or with a whole day, at the date line) is the moment of the jump. Where there is a doubt,
the time is longer: it is the person's.

Measured by walking local days, so that a month costs some thirty steps.
"""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo

from games.clock.errors import ClockError
from games.clock.moments import HOUR, MINUTE, seconds_between, whole

MOST_SLEEP = 12 * HOUR
MOST_DAYS_OFF = 2

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Week:
    """Sleep from one wall time to another (equal: none) and days off (0 is Monday) in a zone.

    `zone` is a key of zoneinfo. Raises `ClockError`: unknown_zone, too_much_sleep,
    too_many_days_off; `ValueError` for a day that is none.
    """

    zone: str
    sleep_from: time = time(23)
    sleep_to: time = time(7)
    days_off: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        _zone(self.zone)
        if (_since_midnight(self.sleep_to) - _since_midnight(self.sleep_from)) % (
            24 * HOUR
        ) > MOST_SLEEP:
            raise ClockError("too_much_sleep")
        if len(self.days_off) > MOST_DAYS_OFF:
            raise ClockError("too_many_days_off")
        if not self.days_off <= set(range(7)):
            raise ValueError(f"no days of a week: {sorted(self.days_off)}")


def usable(week: Week | None, start: datetime, end: datetime) -> int:
    """Return the seconds charged between two moments: neither sleep nor day off.

    0 if `end` is not after `start`. Without a week (bots, live play) every second is charged.
    """
    at, end = whole(start), whole(end)
    charged = 0
    for rest_from, rest_to in _rests(week, at):
        if rest_from >= end:
            break
        charged += max(0, seconds_between(at, rest_from))
        at = max(at, rest_to)
    return charged + max(0, seconds_between(at, end))


def deadline(week: Week | None, start: datetime, seconds: int) -> datetime:
    """Return the latest moment until which no more than `seconds` are charged from `start` on.

    So it never lies in sleep or on a day off, nor where one begins, but where it ends.
    """
    at = whole(start)
    for rest_from, rest_to in _rests(week, at):
        awake = seconds_between(at, rest_from)
        if awake > seconds:
            break
        seconds -= max(0, awake)
        at = max(at, rest_to)
    return at + timedelta(seconds=seconds)


def _rests(week: Week | None, around: datetime) -> Iterator[tuple[datetime, datetime]]:
    """Yield the times (from, to) that are not charged, from before `around` on, for ever.

    They come in the order of their beginnings; they may overlap, and may be empty.
    """
    if week is None or (week.sleep_from == week.sleep_to and not week.days_off):
        return
    zone = _zone(week.zone)
    overnight = _DAY if week.sleep_to < week.sleep_from else timedelta()
    day = around.astimezone(zone).date() - _DAY  # whose night may last until now
    while True:
        if day.weekday() in week.days_off:
            yield _between(zone, _on(day, time()), _on(day + _DAY, time()))
        if week.sleep_from != week.sleep_to:
            yield _between(zone, _on(day, week.sleep_from), _on(day + overnight, week.sleep_to))
        day += _DAY


def _between(zone: ZoneInfo, start: datetime, end: datetime) -> tuple[datetime, datetime]:
    return _readings(zone, start)[0], _readings(zone, end)[1]


def _readings(zone: ZoneInfo, wall: datetime) -> tuple[datetime, datetime]:
    """Return the first and the last moment at which the wall's clock comes to a time."""
    first = wall.replace(tzinfo=zone).astimezone(UTC)
    if zone.utcoffset(wall) == zone.utcoffset(wall.replace(fold=1)):
        return first, first  # nearly always, and so the fast way
    last = wall.replace(tzinfo=zone, fold=1).astimezone(UTC)
    if first < last:
        return first, last
    # The time is left out: `last` and `first` lie before and after the jump (PEP 495).
    jump = bisect_left(
        range(seconds_between(last, first)),
        wall,
        key=lambda passed: (last + timedelta(seconds=passed)).astimezone(zone).replace(tzinfo=None),
    )
    return (last + timedelta(seconds=jump),) * 2


def _on(day: date, at: time) -> datetime:
    return datetime.combine(day, at)


def _since_midnight(at: time) -> int:
    return at.hour * HOUR + at.minute * MINUTE + at.second


@cache
def _zone(key: str) -> ZoneInfo:
    try:
        return ZoneInfo(key)
    except (KeyError, ValueError, OSError) as error:  # OSError: "Europe" is a folder
        raise ClockError("unknown_zone") from error
