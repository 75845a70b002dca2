"""Moments: aware datetimes, UTC, in whole seconds. Everything in this package counts in these."""

from datetime import UTC, datetime

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR


def whole(moment: datetime) -> datetime:
    """Return the whole second (UTC) in which the moment lies; `ValueError` without a zone.

    A clock that ticks in whole seconds can't lose fractions of them, however often it is read.
    """
    if moment.tzinfo is None:
        raise ValueError(f"{moment} has no time zone")
    return moment.astimezone(UTC).replace(microsecond=0)


def seconds_between(start: datetime, end: datetime) -> int:
    """Return the seconds from one whole second to another, negative if `end` is earlier."""
    between = end - start
    return between.days * DAY + between.seconds
