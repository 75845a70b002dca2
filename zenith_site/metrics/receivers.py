"""What Celery announces about its tasks, noted as metrics."""

from collections import deque
from time import perf_counter, time
from typing import Any

from celery.exceptions import TimeLimitExceeded, WorkerLostError
from celery.signals import (
    before_task_publish,
    task_failure,
    task_postrun,
    task_prerun,
    worker_ready,
)
from django.conf import settings

from common.queueing import SENT_AT
from zenith_site.metrics import exposition
from zenith_site.metrics.instruments import (
    TASK_FAILURES,
    TASK_SECONDS,
    TASK_WAIT_SECONDS,
    note_clock,
)

REASONS = {TimeLimitExceeded: "time limit", WorkerLostError: "killed"}
_began: dict[str, float] = {}
_failed: deque[str] = deque(maxlen=100)
"""The ids of the tasks that failed last."""


@before_task_publish.connect
def stamp(headers: dict[str, object], **_given: Any) -> None:
    """Note on a task when it was queued."""
    headers[SENT_AT] = time()


@task_prerun.connect
def begin(task_id: str, task: Any, **_given: Any) -> None:
    """Note that a task begins, how long it has waited, and how wrong its machine's clock is."""
    note_clock()
    _began[task_id] = perf_counter()
    sent_at = getattr(task.request, SENT_AT, None)
    if sent_at is not None:
        queue = (task.request.delivery_info or {}).get("routing_key") or "none"
        TASK_WAIT_SECONDS.labels(queue).observe(max(0, time() - sent_at))


@task_postrun.connect
def end(task_id: str, task: Any, **_given: Any) -> None:
    """Note how long a task ran."""
    began = _began.pop(task_id, None)
    if began is not None:
        TASK_SECONDS.labels(task.name).observe(perf_counter() - began)


@task_failure.connect
def fail(sender: Any, task_id: str, exception: BaseException, **_given: Any) -> None:
    """Note why a task failed, once: a worker announces twice that a time limit ended one."""
    if task_id in _failed:
        return
    _failed.append(task_id)
    TASK_FAILURES.labels(sender.name, REASONS.get(type(exception), "error")).inc()


@worker_ready.connect
def serve(**_given: Any) -> None:
    """Serve the metrics of a worker that runs without a web process beside it."""
    if settings.METRICS_PORT:
        exposition.serve(settings.METRICS_PORT)
