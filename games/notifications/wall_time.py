"""Wall-clock time in a user's time zone, across summer time."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

_DAY = timedelta(days=1)


def within(start: time, end: time, at: time) -> bool:
    """Say whether a wall time is from `start` on and before `end`, over midnight if need be."""
    if start <= end:
        return start <= at < end
    return at >= start or at < end


def end_of(start: time, end: time, zone: ZoneInfo, moment: datetime) -> datetime | None:
    """Return the end of the hours from `start` to `end` in which a moment lies, if it does."""
    local = moment.astimezone(zone)
    if not within(start, end, local.time()):
        return None
    day = local.date() if local.time() < end else local.date() + _DAY
    return _last(datetime.combine(day, end), zone)


def latest(at: time, zone: ZoneInfo, moment: datetime, weekday: int | None = None) -> datetime:
    """Return the last time the wall came to `at` (on a weekday, 0 for Monday) up to a moment."""
    day = moment.astimezone(zone).date()
    while True:
        came = _last(datetime.combine(day, at), zone)
        if came <= moment and weekday in (None, day.weekday()):
            return came
        day -= _DAY


def _last(wall: datetime, zone: ZoneInfo) -> datetime:
    """Return when the wall shows a time: the second time if twice, after the jump if never."""
    readings = (wall.replace(tzinfo=zone, fold=fold) for fold in (0, 1))
    return max(reading.astimezone(UTC) for reading in readings)
