"""The queues of background tasks, and queueing by name: callers don't import modules with tasks.

What is queued can be found again in the rows, by a periodic task. So a queue never holds more than
one entry of a task and its arguments, nor more than `MOST` entries: while its worker is dead, the
rest waits in the database and not in the memory of Redis.
"""

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import Any

from celery import current_app
from celery.signals import task_prerun
from django.core.cache import cache
from kombu.exceptions import ChannelError, OperationalError
from redis.exceptions import RedisError

from common import breaker

log = logging.getLogger(__name__)

SENT_AT = "sent_at"
"""What a message says about when it was sent, in seconds since 1970: a task, or a hint."""
MOST = 1000
"""Entries of a queue; more are not added."""
EXPIRES = 120
"""Seconds after which an entry that waits is void, and may be queued again."""

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
    """Queue a task by its full name, unless it waits already; `options` as for `apply_async`.

    If the broker is down or full, that is logged and not raised: periodic tasks find the work.
    """
    if not breaker.redis.allows():
        log.warning("could not queue %s%s: Redis did not answer a moment ago", task, args)
        return
    options.setdefault("expires", EXPIRES)
    claim, began = _claim(task, args), monotonic()
    try:
        waiting = _waiting(task, options)
        # An empty queue holds no entry, whatever is claimed: it was lost.
        is_new = cache.add(claim, True, options["expires"]) or not waiting
        if is_new and waiting < MOST:
            current_app.tasks[task].apply_async(args, **options)
        breaker.redis.done()
    except (OSError, RedisError, OperationalError) as error:
        breaker.redis.failed(began)
        cache.delete(claim)
        log.warning("could not queue %s%s: %s", task, args, error)


def is_full(task: str, options: Mapping[str, Any]) -> bool:
    """Whether the queue of a task takes no more; a broker that does not answer is not full."""
    try:
        return _waiting(task, options) >= MOST
    except (OSError, RedisError, OperationalError):
        return False


@task_prerun.connect
def begin(task: Any, args: Any, **_given: Any) -> None:
    """Let a task that begins be queued again: what changes from now on is news to it."""
    cache.delete(_claim(task.name, args))


def _waiting(task: str, options: Mapping[str, Any]) -> int:
    """Return how many entries wait in the queue of a task."""
    routed = {"queue": current_app.conf.task_default_queue, **(route(task) or {}), **options}
    with current_app.producer_or_acquire() as producer:
        try:
            return int(producer.channel.queue_declare(routed["queue"], passive=True).message_count)
        except ChannelError:  # the queue is empty
            return 0


def _claim(task: str, args: Sequence[Any]) -> str:
    return f"queued.{task}.{json.dumps(list(args))}".replace(" ", "")
