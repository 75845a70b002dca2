"""The counters, gauges and histograms that the processes of the site keep."""

import threading

from django.db import connection
from prometheus_client import Counter, Gauge, Histogram, disable_created_metrics

from common import database_clock

disable_created_metrics()

REQUEST_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10)
TASK_BUCKETS = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120)

REQUESTS = Counter(
    "zenith_requests", "Requests answered, by view and status.", ["view", "method", "status"]
)
REQUEST_SECONDS = Histogram(
    "zenith_request_seconds",
    "Time to answer a request.",
    ["view", "method"],
    buckets=REQUEST_BUCKETS,
)
SOCKETS = Gauge("zenith_open_sockets", "Open WebSockets.", multiprocess_mode="livesum")
STREAMS = Gauge("zenith_open_streams", "Open streams of the API.", multiprocess_mode="livesum")
HINT_SECONDS = Histogram(
    "zenith_hint_seconds",
    "Time between the publication of a change and its arrival at a socket.",
    buckets=REQUEST_BUCKETS,
)
TASK_SECONDS = Histogram(
    "zenith_task_seconds", "Time that a task ran.", ["task"], buckets=TASK_BUCKETS
)
TASK_WAIT_SECONDS = Histogram(
    "zenith_task_wait_seconds",
    "Time that a task waited in its queue.",
    ["queue"],
    buckets=TASK_BUCKETS,
)
TASK_FAILURES = Counter(
    "zenith_task_failures",
    "Tasks that failed: by an error, by their time limit, or because their process was killed.",
    ["task", "reason"],
)
POOL_WAITS = Counter("zenith_pool_waits", "Requests for a database connection that had to wait.")
POOL_WAIT_SECONDS = Counter("zenith_pool_wait_seconds", "Time waited for database connections.")
POOL_TIMEOUTS = Counter("zenith_pool_timeouts", "Requests for a database connection that failed.")
POOL_CONNECTIONS = Gauge(
    "zenith_pool_connections",
    "Connections that the pools hold open.",
    multiprocess_mode="livesum",
)
CLOCK_ERROR = Gauge(
    "zenith_clock_error_seconds",
    "How far the machine's clock is from the database's.",
    multiprocess_mode="livemax",
)

_pool_lock = threading.Lock()
_pool_before = {"requests_queued": 0, "requests_wait_ms": 0, "requests_errors": 0}


def note_clock() -> None:
    """Note how far the clock of this machine is from the database's."""
    CLOCK_ERROR.set(abs(database_clock.error().total_seconds()))


def note_pool() -> None:
    """Add what the connection pool of this process has counted since the last call.

    Of web processes only: a worker has one connection a process, for one task at a time.
    """
    pool = getattr(connection, "pool", None)  # SQLite has none
    if pool is None:
        return
    stats = pool.get_stats()
    grown = {}
    with _pool_lock:
        for name, before in _pool_before.items():
            _pool_before[name] = stats.get(name, 0)
            is_new = _pool_before[name] < before  # another pool, which counts from 0
            grown[name] = _pool_before[name] - (0 if is_new else before)
    POOL_WAITS.inc(grown["requests_queued"])
    POOL_WAIT_SECONDS.inc(grown["requests_wait_ms"] / 1000)
    POOL_TIMEOUTS.inc(grown["requests_errors"])
    POOL_CONNECTIONS.set(stats["pool_size"])
