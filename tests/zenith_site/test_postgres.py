"""Connections to PostgreSQL: a dead server is given up, a slow statement is cancelled."""

import os
from collections.abc import Iterator
from contextlib import closing

import pytest
from psycopg import errors
from psycopg_pool import ConnectionPool

from tests.support.relay import Relay
from zenith_site import deadlines
from zenith_site.postgres import PostgresConnection

URL = os.environ.get("DATABASE_URL", "")
pytestmark = pytest.mark.skipif(not URL, reason="needs PostgreSQL")
LIMIT = 0.3


@pytest.fixture(autouse=True)
def limit() -> Iterator[None]:
    deadlines.limit_statements(LIMIT)
    yield
    deadlines.limit_statements(None)


@pytest.fixture
def relay() -> Iterator[Relay]:
    with Relay(int(URL.rpartition(":")[2].partition("/")[0])) as relay:
        yield relay


def through(relay: Relay) -> str:
    """Return the address of the database behind the relay."""
    return URL.replace(f":{relay.target}/", f":{relay.port}/")


def test_a_server_that_does_not_answer_is_given_up(relay: Relay) -> None:
    with closing(PostgresConnection.connect(through(relay))) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)
        relay.freeze()
        with pytest.raises(errors.OperationalError, match="has not answered"):
            connection.execute("SELECT 1")
        assert connection.closed


def test_a_slow_statement_is_cancelled_and_the_connection_goes_on(relay: Relay) -> None:
    with closing(PostgresConnection.connect(through(relay), autocommit=True)) as connection:
        with pytest.raises(errors.QueryCanceled):
            connection.execute("SELECT pg_sleep(60)")
        assert connection.execute("SELECT 1").fetchone() == (1,)


def test_one_dead_connection_has_the_whole_pool_replaced(relay: Relay) -> None:
    with ConnectionPool(through(relay), connection_class=PostgresConnection, min_size=3) as pool:
        pool.wait()
        relay.freeze()
        with pytest.raises(errors.OperationalError), pool.connection() as connection:
            connection.execute("SELECT 1")
        for _request in range(3):
            with pool.connection() as connection:
                assert connection.execute("SELECT 1").fetchone() == (1,)


def test_the_waits_of_a_request_share_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    deadlines.limit_statements(8)
    monkeypatch.setattr(deadlines, "monotonic", lambda: 100.0)
    assert deadlines.remaining() == 8
    deadlines.begin_request()
    monkeypatch.setattr(deadlines, "monotonic", lambda: 105.0)
    assert deadlines.remaining() == 3
    monkeypatch.setattr(deadlines, "monotonic", lambda: 109.0)
    assert deadlines.remaining() == deadlines.LEAST
