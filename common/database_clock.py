"""The clock of the database, by which every process of the site reads the time.

Hosts have clocks of their own, and one of them may be wrong. The time of a move, a deadline and a
sweep must be the same everywhere: PostgreSQL's. A process reads it at its start and every few
seconds; in between its monotonic clock goes on from there, so the time costs no query.
`zenith_site.apps` makes this the `timezone.now` of the process. With SQLite there is one machine,
and its clock is the database's.
"""

import logging
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from time import monotonic

from django.db import connection

log = logging.getLogger(__name__)

RIGHT = timedelta(seconds=2)
"""How far the clock of a machine may be from the database's."""
OFTEN = 10.0
"""Seconds after which the clock of the database is read again."""


@dataclass(frozen=True, slots=True)
class _Reading:
    at: datetime
    monotonic: float


_reading: _Reading | None = None


def now() -> datetime:
    """Return the time of the database; the machine's before the first reading."""
    reading = _reading
    if reading is None:
        return datetime.now(UTC)
    return reading.at + timedelta(seconds=monotonic() - reading.monotonic)


def read() -> None:
    """Read the clock of the database; its answer took as long to come as the question to go."""
    global _reading  # noqa: PLW0603 - replaced as a whole
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        before = monotonic()
        cursor.execute("SELECT clock_timestamp()")
        (at,) = cursor.fetchone()
        after = monotonic()
    _reading = _Reading(at.astimezone(UTC), (before + after) / 2)


def refresh() -> None:
    """Read the clock of the database, if the last reading is old."""
    if _reading is None or monotonic() - _reading.monotonic > OFTEN:
        read()


def forget() -> None:
    """Go by the machine's clock until the next reading."""
    global _reading  # noqa: PLW0603
    _reading = None


def error() -> timedelta:
    """Return how far the machine's clock is ahead of the database's."""
    return datetime.now(UTC) - now()


def is_right() -> bool:
    """Whether the machine's clock agrees with the database's; else that is logged.

    What can't be undone, such as ending a game on time, waits until it does: one of the two is
    wrong, and no process can tell which.
    """
    wrong = error()
    if abs(wrong) > RIGHT:
        log.error("the clock differs from the database's by %.1f s", wrong.total_seconds())
        return False
    return True
