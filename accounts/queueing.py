"""Queueing of background tasks by name, so that callers don't import modules with tasks."""

import logging
from typing import Any

from celery import current_app
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

log = logging.getLogger(__name__)


def queue(task: str, *args: Any, **options: Any) -> None:
    """Queue a task by its full name; `options` as for Celery's `apply_async`.

    If the broker is down, that is logged and not raised: periodic tasks find the remaining work.
    """
    try:
        current_app.tasks[task].apply_async(args, **options)
    except (OSError, RedisError, OperationalError) as error:
        log.warning("could not queue %s%s: %s", task, args, error)
