"""The pool of connections to PostgreSQL, when PostgreSQL has been away."""

from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:  # a site on SQLite does not load them
    from psycopg import Connection
    from psycopg_pool import ConnectionPool


def check(connection: "Connection[Any]") -> None:
    """See whether a connection of the pool still lives, before it is lent; raise if not.

    After a restart of PostgreSQL all of them are dead. The pool waits longer after each dead one
    that it finds, and would give up after ten seconds: so with the first all others are looked at.
    """
    pool = cast("ConnectionPool[Any]", connection._pool)
    try:
        pool.check_connection(connection)
    except Exception:
        pool.check()
        raise
