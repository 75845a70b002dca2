"""Log filters and formats, and the log of what is slow."""

import json
import logging
from collections.abc import Collection
from datetime import UTC, datetime
from time import monotonic

from django.conf import settings
from redis.exceptions import RedisError

from zenith_site.log_context import Work, work

log = logging.getLogger(__name__)

QUIET = 60.0
"""Seconds between two records of the same kind."""
LONGEST_STATEMENT = 1000
"""Characters of a statement that are logged."""


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


class MissingPages(logging.Filter):
    """Filter that makes a 404 an INFO: on the internet, programs ask for anything all day."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record of `django.request` passes."""
        if getattr(record, "status_code", None) != 404:
            return True
        record.levelno, record.levelname = logging.INFO, "INFO"
        return logging.getLogger().isEnabledFor(logging.INFO)


class JsonFormatter(logging.Formatter):
    """Formatter that writes a record as one line of JSON, with the ids of what is being done."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        current = work.get()
        if current is not None:
            line |= current.fields()
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def slow(current: Work, seconds: float, limit: int) -> None:
    """Log a request that took longer than `limit`, in milliseconds; 0 is no limit.

    By the name of its view: an address may hold a secret.
    """
    if limit and seconds * 1000 > limit:
        log.warning(
            "slow request: %s took %.2f s, of which %.2f s in %d statements",
            current.name or "no view",
            seconds,
            current.database_seconds,
            current.statements,
        )


def slow_statement(sql: str, seconds: float) -> None:
    """Count a statement for the request or task; log it, without its values, if it was slow."""
    current = work.get()
    if current is not None:
        current.statements += 1
        current.database_seconds += seconds
    # SQLite waits for its lock there, for another transaction: that is no statement to mend.
    is_wait = sql.startswith("BEGIN")
    if settings.SLOW_STATEMENT_MS and not is_wait and seconds * 1000 > settings.SLOW_STATEMENT_MS:
        log.warning("slow statement: %.2f s: %s", seconds, sql[:LONGEST_STATEMENT])
