"""Connections to PostgreSQL that give up a server that does not answer."""

from collections.abc import Generator
from typing import Any

import psycopg
from psycopg import errors
from psycopg.pq import TransactionStatus
from psycopg_pool import ConnectionPool

from zenith_site import deadlines

CANCELLING = 0.5
"""Seconds to ask the server to cancel a statement, and then to wait for its answer."""


class PostgresConnection(psycopg.Connection[Any]):
    """A connection whose waits for the server end.

    libpq waits for an answer for ever, and keepalives notice only a host that is gone, not a
    firewall or a proxy that swallows bytes. After its time a statement is cancelled. If the server
    confirms that, it was slow, and the connection goes on; else the connection is dead, and so may
    be the others of the pool: they are replaced.
    """

    def wait[Result](
        self,
        gen: Generator[Any, Any, Result],
        interval: float = 0.1,
        timeout: float | None = None,
    ) -> Result:
        """Run a libpq operation to its end, within the time of the request or task."""
        limit = deadlines.remaining() if timeout is None else None
        if limit is None:
            return super().wait(gen, interval, timeout)
        try:
            return super().wait(gen, interval, limit)
        except errors._WaitTimeout:
            return self._cancel(gen, limit)

    def _cancel[Result](self, gen: Generator[Any, Any, Result], waited: float) -> Result:
        try:
            if self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self._try_cancel(timeout=CANCELLING)
            return super().wait(gen, timeout=CANCELLING)
        except errors._WaitTimeout:
            self.pgconn.finish()
            pool = getattr(self, "_pool", None)
            if isinstance(pool, ConnectionPool):
                pool.drain()
            raise errors.OperationalError(
                f"PostgreSQL has not answered for {waited:.0f} s"
            ) from None
