"""What Celery and the database announce, noted for the logs."""

import inspect
from time import perf_counter
from typing import Any

from celery.signals import task_postrun, task_prerun
from django.conf import settings
from django.db.backends.signals import connection_created

from zenith_site.log_context import Work, work
from zenith_site.logs import slow_statement


@task_prerun.connect  # type: ignore[untyped-decorator]
def begin(task_id: str, task: Any, args: Any, kwargs: Any, **_given: Any) -> None:
    """Give the log lines of a task its id, its name and its game."""
    given = inspect.signature(task.run).bind_partial(*args, **kwargs).arguments
    work.set(Work(task_id, task.name, is_task=True, game=given.get("game_id")))


@task_postrun.connect  # type: ignore[untyped-decorator]
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
