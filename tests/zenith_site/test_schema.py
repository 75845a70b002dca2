"""A database of another version is refused with a sentence when the site starts."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import OperationalError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from common import database_clock
from tests.zenith_site.test_alone import says
from zenith_site import asgi, schema
from zenith_site.asgi import lifespan


async def start() -> list[dict[str, Any]]:
    """Start the application as a server does; return the messages it receives."""
    said: list[dict[str, Any]] = []
    orders = iter(["lifespan.startup", "lifespan.shutdown"])

    async def receive() -> dict[str, str]:
        return {"type": next(orders)}

    async def send(message: dict[str, Any]) -> None:
        said.append(message)

    await lifespan({"type": "lifespan"}, receive, send)
    return said


@pytest.mark.django_db
def test_the_database_of_this_version_fits() -> None:
    assert schema.trouble() == ""


@pytest.mark.django_db
def test_a_migration_that_this_version_does_not_have() -> None:
    MigrationRecorder(connection).record_applied("tables", "9999_tomorrow")
    assert schema.trouble() == (
        "The database was made by another version of the site (it knows tables.9999_tomorrow): "
        "start that version, or restore a backup of this one."
    )


@pytest.mark.django_db
@pytest.mark.parametrize("others", [(), (("accounts", "0002_days"),)], ids=["games", "both"])
def test_a_database_from_before_the_apps_has_to_be_made_anew(
    others: tuple[tuple[str, str], ...],
) -> None:
    for app, name in (("games", "0001_initial"), *others):
        MigrationRecorder(connection).record_applied(app, name)
    assert schema.trouble() == schema.MADE_BEFORE


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("app", "name", "sentence"),
    [
        ("games", "0017_pages", schema.MADE_BEFORE),
        ("tables", "9999_tomorrow", "start that version, or restore a backup of this one."),
    ],
)
def test_such_a_database_is_not_migrated(app: str, name: str, sentence: str) -> None:
    MigrationRecorder(connection).record_applied(app, name)
    with pytest.raises(SystemCheckError, match=re.escape(sentence)):
        call_command("migrate", skip_checks=False, verbosity=0)


@pytest.mark.django_db
def test_the_database_of_this_version_may_be_migrated() -> None:
    assert schema.check_before_migrating(None, databases=["default"]) == []


@pytest.mark.django_db
def test_a_migration_that_has_not_been_applied() -> None:
    (newest,) = MigrationLoader(connection).graph.leaf_nodes("tables")
    MigrationRecorder(connection).record_unapplied(*newest)
    assert schema.trouble() == (
        "The database is older than the site: run `manage.py migrate` first."
    )


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "lacks"),
    [
        ("ALTER TABLE tables_heartbeat RENAME COLUMN at TO since", "tables_heartbeat.at"),
        ("ALTER TABLE tables_heartbeat RENAME TO games_pulse", "tables_heartbeat"),
    ],
)
def test_a_migration_that_was_edited_after_it_was_applied(change: str, lacks: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(change)
    assert schema.trouble() == (
        f"The database was made by another version of the site (it lacks {lacks}): "
        "restore a backup of this version, or begin with an empty database."
    )


@pytest.fixture
def _own_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """No database is asked for its clock."""
    monkeypatch.setattr(database_clock, "read", lambda: None)


@pytest.mark.usefixtures("_own_clock")
async def test_the_server_does_not_start_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "trouble", lambda: "It does not fit.")
    assert await start() == [{"type": "lifespan.startup.failed", "message": "It does not fit."}]


@pytest.mark.usefixtures("_own_clock")
async def test_the_server_starts_while_the_database_is_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail() -> str:
        raise OperationalError("away")

    monkeypatch.setattr(schema, "trouble", fail)
    monkeypatch.setattr(asgi, "gc", mock.Mock())  # the heap of the tests stays as it is
    assert [message["type"] for message in await start()] == [
        "lifespan.startup.complete",
        "lifespan.shutdown.complete",
    ]


@pytest.mark.whole
def test_the_site_in_one_process_says_so_too(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "zenith.sqlite3")) as database:
        database.execute("CREATE TABLE tables_game (id integer PRIMARY KEY)")
    said = says(tmp_path)
    assert said.startswith("The database cannot be used or brought up to date: ")
    assert "\n" not in said
