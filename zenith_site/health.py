"""What a watcher asks: does the process answer, and does everything behind it?"""

import logging
import shutil
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path

import redis
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from games.tables.models import Heartbeat
from games.tables.timekeeping.outages import CLOCKS

ALIVE_FOR = timedelta(seconds=90)
"""A worker that has not shown itself for so long counts as dead; it does so every 20 s."""

ENOUGH = 50 * 1024 * 1024
"""Bytes; a database with less room soon refuses moves."""

log = logging.getLogger(__name__)


@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """Answer: this process lives. For whoever restarts processes and spreads requests."""
    return JsonResponse({"ok": True})


@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Answer, part by part, what works: 200 if all does, else 503. For whoever wakes people."""
    parts = {name: {"ok": works(name, check)} for name, check in checks().items()}
    ok = all(part["ok"] for part in parts.values())
    return JsonResponse({"ok": ok, "parts": parts}, status=200 if ok else 503)


def checks() -> dict[str, Callable[[], bool]]:
    """Return what there is to check, by name."""
    found = {"database": database, "disk": disk}
    if settings.REDIS_URL:
        found["redis"] = redis_server
    for worker in settings.WORKERS:
        found[f"worker {worker}"] = partial(alive, worker)
    found["clocks"] = partial(alive, CLOCKS)
    return found


def works(name: str, check: Callable[[], bool]) -> bool:
    """Whether a check passes; one that fails in whatever way does not."""
    try:
        return check()
    except Exception as error:
        log.warning("the check of %s failed: %s", name, error)
        return False


def database() -> bool:
    """Whether the database answers."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone())


def disk() -> bool:
    """Whether there is room in the data folder, and where the SQLite file is."""
    folders = [settings.DATA_DIR]
    if connection.vendor == "sqlite":
        folders.append(Path(str(connection.settings_dict["NAME"])).absolute().parent)
    return all(shutil.disk_usage(folder).free >= ENOUGH for folder in folders)


def redis_server() -> bool:
    """Whether Redis answers within two seconds."""
    with redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2
    ) as client:
        return bool(client.ping())


def alive(worker: str) -> bool:
    """Whether a heart has beaten lately: of a queue's worker, or of whatever minds the clocks.

    A beat from the future says nothing: the machine's time was wrong, then or now.
    """
    now = timezone.now()
    lately = Heartbeat.objects.filter(at__gt=now - ALIVE_FOR, at__lt=now + ALIVE_FOR)
    return lately.filter(worker=worker).exists()


VIEWS: dict[str, Callable[[HttpRequest], HttpResponse]] = {"/healthz": healthz, "/readyz": readyz}
"""By their addresses; `HealthMiddleware` answers them."""
