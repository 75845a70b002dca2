"""What is put back after tests whose commits are real."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.databases import put_into


def opened(file: Path) -> closing[sqlite3.Connection]:
    return closing(sqlite3.connect(file, timeout=0, isolation_level=None))


def test_a_database_is_as_it_was(tmp_path: Path) -> None:
    with opened(tmp_path / "used") as used, opened(Path(":memory:")) as first:
        used.execute("CREATE TABLE people (name)")
        put_into(used, first)
        used.execute("INSERT INTO people VALUES ('ada')")
        put_into(first, used)
        assert used.execute("SELECT * FROM people").fetchall() == []


def test_a_transaction_that_is_left_open_is_an_error_and_no_end_of_time(tmp_path: Path) -> None:
    with opened(tmp_path / "used") as used, opened(tmp_path / "used") as other:
        other.execute("BEGIN IMMEDIATE")
        with (
            opened(Path(":memory:")) as first,
            pytest.raises(sqlite3.OperationalError, match="is still open"),
        ):
            put_into(first, used)
