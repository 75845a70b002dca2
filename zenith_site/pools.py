"""The connection pool's check after an outage of PostgreSQL."""

import select
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:  # a site on SQLite does not load them
    from psycopg import Connection
    from psycopg_pool import ConnectionPool


def check(connection: "Connection[Any]") -> None:
    """Check a connection of the pool before it is lent; raise if it is dead.

    A server that ends a connection says so: there is something to read. While there is not, the
    connection is lent as it is, which saves each request a round trip.

    After a restart of PostgreSQL all of them are dead. The pool waits longer after each dead one it
    finds and would give up after ten seconds, so the first dead connection has all others checked.
    """
    if not _has_something_to_read(connection):
        return
    pool = cast("ConnectionPool[Any]", connection._pool)
    try:
        pool.check_connection(connection)
    except Exception:
        pool.check()
        raise


def _has_something_to_read(connection: "Connection[Any]") -> bool:
    reading = select.poll()
    reading.register(connection.fileno(), select.POLLIN)
    return bool(reading.poll(0))
