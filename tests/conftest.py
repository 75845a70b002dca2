"""Settings for all tests."""

import gc
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine
from channels.layers import channel_layers, get_channel_layer
from django.core.cache import caches
from django.db import connection
from django.test import Client, TransactionTestCase
from django.utils import translation
from hypothesis import settings
from pytest_django.plugin import DjangoDbBlocker

from accounts.models import User
from common import database_clock
from games.notifications.board_image import Picture
from games.tables import publishing
from games.tables.timekeeping import outages
from tests.support.databases import copy_migrated, put_into
from tests.support.factories import player

settings.register_profile("zenith", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("zenith")

DRAWN: list[bytes] = []
"""The picture that was drawn first."""

collect_ignore = ["e2e", "engines", "grown", "hosts", "removal"]
"""Those need a browser, or services and processes of their own: `pytest tests/e2e` runs them."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the tests run on another day: a test must not pass on some days only."""
    parser.addoption("--days-later", type=int, default=0, help="how far the clock is put forward")


def pytest_configure(config: pytest.Config) -> None:
    """Put the clock of this process forward; it goes on from there."""
    if days := config.getoption("--days-later"):
        later = time_machine.travel(datetime.now(UTC) + timedelta(days=days))
        later.start()
        config.add_cleanup(later.stop)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Keep the garbage collector from looking through thousands of tests again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def django_db_keepdb(
    request: pytest.FixtureRequest, django_db_modify_db_settings: None
) -> Iterator[bool]:
    """Whether Django uses a database that is there: on SQLite, a copy of a migrated one.

    Without migrations (`--no-migrations`) it makes the tables by the models.
    """
    if connection.vendor != "sqlite" or request.config.getvalue("nomigrations"):
        yield request.config.getvalue("reuse_db")
        return
    file = Path(connection.settings_dict["TEST"]["NAME"])
    copy_migrated(file)
    yield True
    for part in file.parent.glob(f"{file.name}*"):
        part.unlink()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Tests whose commits are real end with the database as it was before the first test.

    Django deletes all rows and makes types and permissions anew, for as long as two tests take.
    On SQLite the pages of a copy are put back.
    """
    if connection.vendor != "sqlite":
        yield
        return
    with pytest.MonkeyPatch.context() as patch, closing(sqlite3.connect(":memory:")) as first:
        with django_db_blocker.unblock():
            connection.ensure_connection()
            connection.connection.backup(first)
            connection.close()

        def put_back(_test: TransactionTestCase) -> None:
            connection.ensure_connection()
            put_into(first, connection.connection)

        patch.setattr(TransactionTestCase, "_fixture_teardown", put_back)
        yield


@pytest.fixture(autouse=True)
def _one_drawing(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """All mails show the picture that this process has drawn first: each takes 0.1 s.

    Tests with the mark `draws` draw their own.
    """
    if request.node.get_closest_marker("draws"):
        return
    draw = Picture.png

    def first(picture: Picture, zoom: float = 1.5) -> bytes:
        if not DRAWN:
            DRAWN.append(draw(picture, zoom))
        return DRAWN[0]

    monkeypatch.setattr(Picture, "png", first)


@pytest.fixture(autouse=True)
def _no_language_of_before() -> None:
    """A page leaves its reader's language to the next request in the same thread."""
    translation.deactivate()


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker for mails about passwords, which does at once what it is asked."""
    from accounts.tasks import send_reset_mail  # noqa: PLC0415 - Django is set up by then

    monkeypatch.setattr(send_reset_mail, "delay", send_reset_mail)


@pytest.fixture(autouse=True)
def fresh_cache() -> Iterator[None]:
    """Nothing is remembered: no announcement, no look at a table, no outage, no other clock."""
    for kept in caches.all():
        kept.clear()
    outages.forget()
    database_clock.forget()
    yield
    for kept in caches.all():
        kept.clear()


@pytest.fixture(autouse=True)
def _no_hints_of_before() -> Iterator[None]:
    """A hint that leaves after its test would reach the sockets of the next one."""
    yield
    publishing.flush()


@pytest.fixture
def ada(client: Client) -> User:
    """A player who is logged in."""
    user = player("ada")
    client.force_login(user)
    return user


@pytest.fixture
def ben() -> User:
    """Another player."""
    return player("ben")


@pytest.fixture
async def fresh_layer() -> AsyncIterator[None]:
    """Give every test a channel layer of its own: its loop ends with it."""
    channel_layers.backends.clear()
    yield
    if hasattr(layer := get_channel_layer(), "flush"):
        await layer.flush()
    channel_layers.backends.clear()
