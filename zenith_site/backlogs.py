"""What waits: deliveries whose time has come, and tasks in the queues."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import time

import redis
from django.conf import settings
from django.db.models import Count, Min

from common.queueing import SENT_AT
from games.notifications import reasons
from games.notifications.models import Delivery

LATELY = timedelta(days=1)
"""How long a delivery of which nothing is known counts as news."""


@dataclass(frozen=True, slots=True)
class Backlog:
    """What waits in one place."""

    number: int = 0
    seconds: float = 0
    """For how long the oldest has been due; of a task 0 without metrics, which note it."""


def deliveries_due(now: datetime) -> dict[str, Backlog]:
    """Return the deliveries that are due, by channel."""
    waiting = Delivery.objects.filter(state=Delivery.State.WAITING, due_at__lte=now)
    rows = waiting.values("channel").annotate(count=Count("pk"), oldest=Min("due_at"))
    backlogs = {
        row["channel"]: Backlog(row["count"], (now - row["oldest"]).total_seconds()) for row in rows
    }
    return {channel: backlogs.get(channel, Backlog()) for channel in settings.OUTBOX}


def deliveries_unsure(now: datetime) -> dict[str, int]:
    """Return how many of the last day may not have arrived and are not sent again, by channel."""
    lost = Delivery.objects.filter(
        state=Delivery.State.FAILED, reason=reasons.UNSURE, due_at__gt=now - LATELY
    )
    by_channel = dict(lost.values_list("channel").annotate(Count("pk")))
    return {channel: by_channel.get(channel, 0) for channel in settings.OUTBOX}


def tasks_queued() -> dict[str, Backlog]:
    """Return the tasks in each queue in Redis."""
    with _queues() as client:
        return {queue: _queue(client, queue) for queue in settings.WORKERS}


@contextmanager
def _queues() -> Iterator[redis.Redis]:
    address = settings.QUEUE_REDIS_URL
    with redis.Redis.from_url(address, socket_timeout=2, socket_connect_timeout=2) as client:
        yield client


def _queue(client: redis.Redis, queue: str) -> Backlog:
    oldest = client.lindex(queue, -1)
    return Backlog(client.llen(queue), max(0, time() - _sent_at(oldest)) if oldest else 0)


def _sent_at(message: bytes | str) -> float:
    return float(json.loads(message)["headers"].get(SENT_AT, time()))
