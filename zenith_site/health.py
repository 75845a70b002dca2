"""What a watcher asks: does the process answer, and does everything behind it?"""

import logging
from collections.abc import Callable
from datetime import timedelta
from functools import partial

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from games.models import Heartbeat

ALIVE_FOR = timedelta(seconds=90)
"""A worker that has not shown itself for so long counts as dead; it does so every 20 s."""

log = logging.getLogger(__name__)


@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """Answer: this process lives. For whoever restarts processes and spreads requests."""
    return JsonResponse({"ok": True})


@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Answer, part by part, what works: 200 if all does, else 503. For whoever wakes people."""
    parts = {name: {"ok": check()} for name, check in checks().items()}
    ok = all(part["ok"] for part in parts.values())
    return JsonResponse({"ok": ok, "parts": parts}, status=200 if ok else 503)


def checks() -> dict[str, Callable[[], bool]]:
    """Return what there is to check, by name."""
    found = {"database": database}
    if settings.REDIS_URL:
        found["redis"] = redis_server
    for worker in settings.WORKERS:
        found[f"worker {worker}"] = partial(alive, worker)
    return found


def database() -> bool:
    """Whether the database answers."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            return bool(cursor.fetchone())
    except DatabaseError:
        log.warning("the database does not answer", exc_info=True)
        return False


def redis_server() -> bool:
    """Whether Redis answers within two seconds."""
    try:
        with redis.Redis.from_url(
            settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2
        ) as client:
            return bool(client.ping())
    except (OSError, redis.RedisError):
        log.warning("Redis does not answer", exc_info=True)
        return False


def alive(worker: str) -> bool:
    """Whether beat and the worker of a queue have shown themselves lately."""
    try:
        return Heartbeat.objects.filter(worker=worker, at__gt=timezone.now() - ALIVE_FOR).exists()
    except DatabaseError:
        return False


VIEWS: dict[str, Callable[[HttpRequest], HttpResponse]] = {"/healthz": healthz, "/readyz": readyz}
"""By their addresses; `HealthMiddleware` answers them."""
