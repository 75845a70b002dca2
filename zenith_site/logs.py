"""Log filters."""

import logging
from collections.abc import Collection
from time import monotonic

from redis.exceptions import RedisError

QUIET = 60.0
"""Seconds between two records of the same kind."""


class Seldom(logging.Filter):
    """Filter that passes one record of each kind a minute and counts the others.

    For loggers that repeat themselves with each request or each second while Redis is down.
    Exceptions become part of the line instead of a traceback.
    """

    def __init__(self, names: Collection[str]) -> None:
        super().__init__()
        self.names = names
        self._quiet: dict[str, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record passes; its kind is its message without the arguments."""
        if record.name not in self.names:
            return True
        now, kind = monotonic(), f"{record.name} {record.msg}"
        until, kept_back = self._quiet.get(kind, (0.0, 0))
        if now < until:
            self._quiet[kind] = (until, kept_back + 1)
            return False
        self._quiet[kind] = (now + QUIET, 0)
        message = record.getMessage()
        if record.exc_info and isinstance(record.exc_info[1], OSError | RedisError):
            message = f"{message.rstrip(':')}: {record.exc_info[1]}"
            record.exc_info = None
        if kept_back:
            message += f" ({kept_back} more like this before)"
        record.msg, record.args = message, ()
        return True
