"""Queueing background tasks by their names, which keeps modules apart that tasks import."""

import logging
from typing import Any

from celery import current_app
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

log = logging.getLogger(__name__)


def queue(task: str, *args: Any, **options: Any) -> None:
    """Queue a task by its full name; `options` as for Celery's `apply_async`.

    If the broker is away, that is logged and no error: periodic tasks find what is left to do.
    """
    try:
        current_app.tasks[task].apply_async(args, **options)
    except (OSError, RedisError, OperationalError) as error:
        log.warning("could not queue %s%s: %s", task, args, error)
