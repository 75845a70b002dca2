"""The probe of a web process: whether it can serve, found out beside the requests."""

import logging
from collections.abc import Callable
from time import monotonic

from django.db import connection

from common import database_clock
from zenith_site import schema
from zenith_site.rounds import Rounds

log = logging.getLogger(__name__)

STALE = 6.0
"""Seconds after which the last round says nothing any more: the next one hangs."""
APPLIED = "SELECT count(*), max(id) FROM django_migrations"
"""Changes with each migration; only then the schema is compared again."""


class Probe(Rounds):
    """A thread that asks the database again and again; answers come from its last round.

    So a health check never waits, whatever hangs.
    """

    name = "probe"

    def __init__(self) -> None:
        super().__init__()
        self.parts: dict[str, bool] = {}
        """What the last round found, by the names of the parts."""
        self.at = 0.0
        """When the last round ended, in seconds of `monotonic`; 0 before the first one."""
        self._schema: tuple[object, str] = (None, "")

    def stop(self) -> None:
        """End the thread."""
        super().stop()
        self.at = 0.0

    def answer(self) -> dict[str, bool]:
        """Return what the last round found; without a thread, what a round finds now."""
        if self._thread is None:
            self.look()
        if monotonic() - self.at > STALE:
            return {**self.parts, "database": False}
        return self.parts

    def look(self) -> None:
        """Make a round."""
        checks: dict[str, Callable[[], bool]] = {
            "database": _database,
            "schema": self._fits,
            "clock": database_clock.is_right,
        }
        self.parts = {name: _works(name, check) for name, check in checks.items()}
        self.at = monotonic()

    def _fits(self) -> bool:
        """Whether the database fits this version of the site."""
        with connection.cursor() as cursor:
            cursor.execute(APPLIED)
            applied = cursor.fetchone()
        if applied != self._schema[0]:
            self._schema = applied, schema.trouble_of_running()
        return not self._schema[1]


def _database() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    database_clock.refresh()
    return True


def _works(name: str, check: Callable[[], bool]) -> bool:
    try:
        return check()
    except Exception as error:
        log.warning("the probe of %s failed: %s", name, error)
        return False


probe = Probe()
"""The probe of this process."""
