"""Indexes: queries of periodic tasks and of the front page use one, and every index is used."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import Index, Model, UniqueConstraint
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.tasks import clear_sessions
from common.periodic import schedule
from games.notifications.models import Delivery, Notification
from games.ratings.models import PlayerResult, RatingChange
from games.tables.models import Game, Move, Seat
from games.tables.selectors import table_to_watch
from games.tables.services import bots
from tests.support.factories import finished_game, running_game, table
from tests.support.readers import client_of

pytestmark = pytest.mark.django_db
on_postgresql = pytest.mark.skipif(
    connection.vendor != "postgresql", reason="SQLite does not prove partial indexes"
)

LARGE = (Delivery, Game, Move, Notification, RatingChange, PlayerResult, Seat)
"""The tables that grow with every game."""


@pytest.fixture
def plans() -> Iterator[list[str]]:
    """Explain every query with the costs of a large table."""
    plans: list[str] = []
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")

    def explain(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith("SELECT"):
            with context["connection"].connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN {sql}", params)
                plans.append("\n".join(row[0] for row in cursor.fetchall()))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(explain):
        yield plans


@on_postgresql
def test_forgotten_bots_are_found_by_an_index(ada: User, plans: list[str]) -> None:
    for _ in range(3):
        running_game(ada, "noisy")
    plans.clear()
    bots.wake_forgotten_bots()
    assert "tables_bot_asked" in plans[0]


@on_postgresql
def test_a_table_to_watch_is_found_by_an_index(ada: User, ben: User, plans: list[str]) -> None:
    finished_game(ada, ben)
    plans.clear()
    assert table_to_watch() is not None
    assert "tables_move_pkey" in plans[0]
    assert any("tables_to_show" in plan for plan in plans)


@on_postgresql
def test_the_lobby_is_found_by_an_index(ada: User, ben: User, plans: list[str]) -> None:
    table(ben, None)
    browser = client_of(ada)
    plans.clear()
    assert browser.get(reverse("lobby")).status_code == 200
    assert any("tables_open" in plan for plan in plans)


@on_postgresql
def test_a_frequent_statement_is_kept_prepared(ada: User) -> None:
    for _ in range(8):
        User.objects.get(pk=ada.pk)
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        assert any('FROM "accounts_user"' in row[0] for row in cursor.fetchall())


def test_the_table_to_watch_is_the_one_that_moved_last(ada: User, ben: User) -> None:
    games = [running_game(ada, ben, answers=6) for _ in range(2)]
    Game.objects.filter(pk=games[0].pk).update(version=1000)
    watched = table_to_watch()
    assert watched == games[1]
    Game.objects.update(public=False)
    assert table_to_watch() is None


@pytest.mark.parametrize("model", LARGE, ids=lambda model: model.__name__)
def test_no_index_is_the_beginning_of_another(model: type[Model]) -> None:
    with connection.cursor() as cursor:
        table = model._meta.db_table
        known = connection.introspection.get_constraints(cursor, table)
    indexes = [*model._meta.indexes, *model._meta.constraints]
    partial = {
        index.name
        for index in indexes
        if isinstance(index, Index | UniqueConstraint) and index.condition is not None
    }
    columns = {
        name: tuple(constraint["columns"])
        for name, constraint in known.items()
        if constraint["index"] or constraint["unique"] or constraint["primary_key"]
        if name not in partial and constraint["columns"]
    }
    idle = {
        name
        for name, own in columns.items()
        for other, theirs in columns.items()
        if name != other and not known[name]["unique"] and theirs[: len(own)] == own
    }
    assert idle == set()


def test_expired_sessions_are_deleted() -> None:
    for key, days in (("old", -1), ("new", 1)):
        at = timezone.now() + timedelta(days=days)
        Session.objects.create(session_key=key, session_data="", expire_date=at)
    clear_sessions()
    assert [session.session_key for session in Session.objects.all()] == ["new"]


def test_every_periodic_task_expires_when_its_next_run_is_due() -> None:
    for entry in schedule().values():
        assert entry["options"]["expires"] == entry["schedule"]
    tasks = {entry["task"] for entry in schedule().values()}
    assert "accounts.tasks.clear_sessions" in tasks
