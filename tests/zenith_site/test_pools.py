"""The pool's check: a round trip only for a connection that has something to say."""

import socket
from collections.abc import Iterator
from typing import Any

import pytest

from zenith_site.pools import check


class Pool:
    """A pool whose connections are dead, as after a restart of the server."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def check_connection(self, connection: Any) -> None:
        """Fail."""
        self.calls.append("check_connection")
        raise OSError

    def check(self) -> None:
        """Note that all connections are checked."""
        self.calls.append("check")


class Connection:
    """A connection of the pool, over a socket."""

    def __init__(self, end: socket.socket, pool: Pool) -> None:
        self._pool = pool
        self.fileno = end.fileno


def connected(end: socket.socket, pool: Pool) -> Any:
    """Return a connection, which has of psycopg's what the check needs."""
    return Connection(end, pool)


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, socket.socket]]:
    """Return the two ends of a connection: ours and the server's."""
    ours, theirs = socket.socketpair()
    yield ours, theirs
    ours.close()
    theirs.close()


def test_a_silent_connection_is_lent_as_it_is(ends: tuple[socket.socket, socket.socket]) -> None:
    pool = Pool()
    check(connected(ends[0], pool))
    assert pool.calls == []


def test_a_connection_that_the_server_has_ended_has_all_others_checked(
    ends: tuple[socket.socket, socket.socket],
) -> None:
    pool = Pool()
    ends[1].close()
    with pytest.raises(OSError):  # noqa: PT011 - which one it is does not matter
        check(connected(ends[0], pool))
    assert pool.calls == ["check_connection", "check"]
