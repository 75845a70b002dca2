"""The queues of background tasks, and queueing by name: callers don't import modules with tasks."""

import logging
from collections.abc import Callable
from typing import Any

from celery import current_app
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

_queues: list[tuple[Any, str]] = []


def on_queue[Task](name: str) -> Callable[[Task], Task]:
    """Return a decorator that sends a Celery task to this queue instead of the default one."""

    def register(task: Task) -> Task:
        _queues.append((task, name))
        return task

    return register


def route(name: str, *_args: Any, **_options: Any) -> dict[str, str] | None:
    """Return the queue of a task by its full name: Celery's setting `task_routes`."""
    return next(({"queue": queue} for task, queue in _queues if task.name == name), None)


def queue(task: str, *args: Any, **options: Any) -> None:
    """Queue a task by its full name; `options` as for Celery's `apply_async`.

    If the broker is down, that is logged and not raised: periodic tasks find the remaining work.
    """
    try:
        current_app.tasks[task].apply_async(args, **options)
    except (OSError, RedisError, OperationalError) as error:
        log.warning("could not queue %s%s: %s", task, args, error)
