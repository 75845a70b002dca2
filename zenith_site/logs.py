"""What goes into the log."""

import logging
from collections.abc import Collection
from time import monotonic

from redis.exceptions import RedisError

QUIET = 60.0
"""Seconds between two lines of the same kind."""


class Seldom(logging.Filter):
    """Lets one line of a kind through each minute, and counts the others.

    For loggers that say the same with each request, or each second, as long as Redis is down; its
    errors become a part of the line instead of a traceback.
    """

    def __init__(self, names: Collection[str]) -> None:
        super().__init__()
        self.names = names
        self._quiet: dict[str, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written; the kind of a line is its text without the values."""
        if record.name not in self.names:
            return True
        now, kind = monotonic(), f"{record.name} {record.msg}"
        until, kept_back = self._quiet.get(kind, (0.0, 0))
        if now < until:
            self._quiet[kind] = (until, kept_back + 1)
            return False
        self._quiet[kind] = (now + QUIET, 0)
        said = record.getMessage()
        if record.exc_info and isinstance(record.exc_info[1], OSError | RedisError):
            said = f"{said.rstrip(':')}: {record.exc_info[1]}"
            record.exc_info = None
        if kept_back:
            said += f" ({kept_back} more like this before)"
        record.msg, record.args = said, ()
        return True
