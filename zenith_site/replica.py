"""How old the replica's rows are: measured by a thread of each web process.

A round notes how far the primary's log is (its LSN) and when that was, then asks how far the
replica has replayed it. The replica has all that was committed before the latest note that it has
replayed. That holds also for one that has lost its primary, and thinks that it has everything.
"""

import logging
from collections import deque
from time import monotonic

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections

from common.replicas import REPLICA, freshness
from zenith_site.rounds import Rounds

WRITTEN = "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')"
REPLAYED = "SELECT pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') WHERE pg_is_in_recovery()"
NOTES = 60
"""More rounds than the lag may have."""

log = logging.getLogger(__name__)


class ReplicaWatch(Rounds):
    """The thread that measures the replica's lag, and says until when it is fresh enough."""

    name = "replica"
    often = 1.0

    def __init__(self) -> None:
        super().__init__()
        self._notes: deque[tuple[float, int]] = deque(maxlen=NOTES)
        self.lag: float | None = None
        """Seconds by which the replica was behind in the last round; `None` if it isn't known."""

    def look(self) -> None:
        """Measure the lag."""
        try:
            self._notes.append((monotonic(), _position(DEFAULT_DB_ALIAS, WRITTEN)))
            replayed = _position(REPLICA, REPLAYED)
        except DatabaseError as error:
            log.warning("the replica's lag can't be measured: %s", error)
            replayed = -1
        fresh_at = max((at for at, written in self._notes if written <= replayed), default=None)
        self.lag = None if fresh_at is None else monotonic() - fresh_at
        freshness.until = 0.0 if fresh_at is None else fresh_at + settings.DATABASE_REPLICA_LAG

    def stop(self) -> None:
        """End the thread; nothing is read from the replica any more."""
        super().stop()
        freshness.take()


def _position(alias: str, query: str) -> int:
    """Return a position in the log in bytes; -1 for a server that isn't a replica (any more)."""
    with connections[alias].cursor() as cursor:
        cursor.execute(query)
        row = cursor.fetchone()
    return int(row[0]) if row and row[0] is not None else -1


watch = ReplicaWatch()
"""The watch of this process, which runs if the site has a replica."""
