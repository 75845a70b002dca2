"""The state of the whole site, read when Prometheus asks: heartbeats, outbox, queues, disk."""

import logging
import shutil
from collections.abc import Callable, Iterable

from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone
from prometheus_client import Metric
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from redis.exceptions import RedisError

from games.tables.models import Heartbeat
from zenith_site.backlogs import deliveries_due, deliveries_unsure, tasks_queued
from zenith_site.replica import watch

log = logging.getLogger(__name__)


class SiteState(Collector):
    """Collector of what rows, Redis and the disk say about the site.

    A part that can't be read is left out, so that its alert on absence fires.
    """

    def collect(self) -> Iterable[Metric]:
        """Yield the metrics of every part."""
        parts: list[Callable[[], Iterable[Metric]]] = [heartbeats, deliveries, disk]
        if settings.REDIS_URL:
            parts.append(queues)
        if settings.HAS_REPLICA:
            parts.append(replica_lag)
        for part in parts:
            try:
                yield from part()
            except (OSError, RedisError, DatabaseError) as error:
                log.warning("could not measure %s: %s", part.__name__, error)


def heartbeats() -> Iterable[Metric]:
    """Yield the age of each worker's last heartbeat, and of the clock sweeps'."""
    ages = GaugeMetricFamily(
        "zenith_heartbeat_age_seconds",
        "Time since the last heartbeat of a queue's worker or of a clock sweep.",
        labels=["worker"],
    )
    now = timezone.now()
    for worker, at in Heartbeat.objects.values_list("worker", "at"):
        ages.add_metric([worker], (now - at).total_seconds())
    yield ages


def deliveries() -> Iterable[Metric]:
    """Yield how many deliveries are due and since when, and how many may not have arrived."""
    due = GaugeMetricFamily(
        "zenith_deliveries_due", "Deliveries whose time has come.", labels=["channel"]
    )
    late = GaugeMetricFamily(
        "zenith_delivery_overdue_seconds",
        "Time since the oldest waiting delivery was due.",
        labels=["channel"],
    )
    unsure = GaugeMetricFamily(
        "zenith_deliveries_unsure",
        "Deliveries of the last day that may not have arrived and are not sent again.",
        labels=["channel"],
    )
    now = timezone.now()
    for channel, backlog in deliveries_due(now).items():
        due.add_metric([channel], backlog.number)
        late.add_metric([channel], backlog.seconds)
    for channel, number in deliveries_unsure(now).items():
        unsure.add_metric([channel], number)
    yield from (due, late, unsure)


def queues() -> Iterable[Metric]:
    """Yield the length of each queue in Redis, and the age of its oldest task."""
    length = GaugeMetricFamily("zenith_queue_length", "Tasks in a queue.", labels=["queue"])
    age = GaugeMetricFamily(
        "zenith_queue_age_seconds", "Age of the oldest task in a queue.", labels=["queue"]
    )
    for queue, backlog in tasks_queued().items():
        length.add_metric([queue], backlog.number)
        age.add_metric([queue], backlog.seconds)
    yield from (length, age)


def disk() -> Iterable[Metric]:
    """Yield the free space of the data folder."""
    free = shutil.disk_usage(settings.DATA_DIR).free
    yield GaugeMetricFamily("zenith_disk_free_bytes", "Free space in DATA_DIR.", value=free)


def replica_lag() -> Iterable[Metric]:
    """Yield by how much the replica was behind when this process looked last, if that is known."""
    if watch.lag is not None:
        yield GaugeMetricFamily(
            "zenith_replica_lag_seconds", "By how much the replica is behind.", value=watch.lag
        )
