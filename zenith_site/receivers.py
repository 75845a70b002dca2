"""What Celery and the database announce, noted for the logs."""

import inspect
from contextlib import suppress
from time import perf_counter
from typing import Any

from celery.signals import task_postrun, task_prerun, worker_init
from django.conf import settings
from django.db import DatabaseError
from django.db.backends.signals import connection_created

from common import database_clock
from zenith_site.deadlines import limit_statements
from zenith_site.log_context import Work, work
from zenith_site.logs import slow_statement

WORKERS_PATIENCE = 3
"""How many times as long as a page a task waits for PostgreSQL."""


@worker_init.connect
def limit_tasks(**_given: Any) -> None:
    """Limit the statements of a worker; the processes that do its tasks inherit that."""
    limit_statements(WORKERS_PATIENCE * settings.DATABASE_TIMEOUT)


@task_prerun.connect
def begin(task_id: str, task: Any, args: Any, kwargs: Any, **_given: Any) -> None:
    """Give the log lines of a task its id, its name and its game."""
    given = inspect.signature(task.run).bind_partial(*args, **kwargs).arguments
    work.set(Work(task_id, task.name, is_task=True, game=given.get("game_id")))


@task_prerun.connect
def read_clock(**_given: Any) -> None:
    """Read the clock of the database now and then; without it the task fails by itself."""
    with suppress(DatabaseError):
        database_clock.refresh()


@task_postrun.connect
def end(**_given: Any) -> None:
    """End the task."""
    work.set(None)


def time_statement(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
    """Execute a statement; note how long it took."""
    began = perf_counter()
    try:
        return execute(sql, params, many, context)
    finally:
        slow_statement(sql, perf_counter() - began)


def time_statements(connection: Any, **_given: Any) -> None:
    """Time the statements of a connection that has been opened."""
    if time_statement not in connection.execute_wrappers:
        connection.execute_wrappers.append(time_statement)


if settings.SLOW_REQUEST_MS or settings.SLOW_STATEMENT_MS:
    connection_created.connect(time_statements)
