"""Health checks: does the process answer, and do the services behind it?"""

import logging
import shutil
from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial
from pathlib import Path
from time import monotonic

import redis
from django.conf import settings
from django.db import OperationalError, connection, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from common import database_clock
from games.tables.models import Heartbeat
from games.tables.timekeeping.outages import CLOCKS
from zenith_site import draining
from zenith_site.probe import probe

ALIVE_FOR = timedelta(seconds=90)
"""Seconds without a heartbeat after which a worker counts as dead; it sends one every 20 s."""

ENOUGH = 50 * 1024 * 1024
"""Free bytes; with less, the database soon refuses writes."""

ROOM_OFTEN = 30.0
"""Seconds between two looks whether PostgreSQL has room on its disk."""
_room: tuple[float, bool] | None = None
"""When this process looked last, and what it found."""

log = logging.getLogger(__name__)


@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """Answer the liveness check of this process, for restarts."""
    return JsonResponse({"ok": True})


@never_cache
def servingz(request: HttpRequest) -> JsonResponse:
    """Answer whether this process can serve, for load balancing. It never waits.

    200; 503 if it can't; 404 if it serves what it is sent, but is about to end: HAProxy then lets
    the sessions that it has go on (`disable-on-404`).
    """
    if draining.is_draining():
        return JsonResponse({"ok": False, "draining": True}, status=404)
    return _answer(probe.answer())


@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Answer the readiness check, part by part: 200 if all parts work, else 503. For alerts."""
    return _answer({name: works(name, check) for name, check in checks().items()})


def _answer(works: Mapping[str, bool]) -> JsonResponse:
    parts = {name: {"ok": ok} for name, ok in works.items()}
    ok = all(works.values())
    return JsonResponse({"ok": ok, "parts": parts}, status=200 if ok else 503)


def checks() -> dict[str, Callable[[], bool]]:
    """Return the checks by name."""
    checks = {"database": database, "clock": database_clock.is_right, "disk": disk}
    if settings.REDIS_URL:
        checks["redis"] = redis_server
    for worker in settings.WORKERS:
        checks[f"worker {worker}"] = partial(alive, worker)
    checks["clocks"] = partial(alive, CLOCKS)
    return checks


def works(name: str, check: Callable[[], bool]) -> bool:
    """Whether a check passes; one that raises any exception does not."""
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
    """Whether there is free space in the data folder, and where the database lies."""
    folders = [settings.DATA_DIR]
    if connection.vendor == "postgresql" and not _postgresql_has_room():
        return False
    if connection.vendor == "sqlite":
        folders.append(Path(str(connection.settings_dict["NAME"])).absolute().parent)
    return all(shutil.disk_usage(folder).free >= ENOUGH for folder in folders)


def _postgresql_has_room() -> bool:
    """Whether PostgreSQL can write a megabyte to a temporary file; tried at intervals."""
    global _room  # noqa: PLW0603 - replaced as a whole
    if _room is None or monotonic() - _room[0] > ROOM_OFTEN:
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("SET LOCAL work_mem = '64kB'")  # more goes to a file
                cursor.execute("SELECT count(*) FROM generate_series(1, 50000)")
        except OperationalError as error:
            log.warning("PostgreSQL has no room for a temporary file: %s", error)
            _room = monotonic(), False
        else:
            _room = monotonic(), True
    return _room[1]


def redis_server() -> bool:
    """Whether every Redis server answers within two seconds."""
    servers = {settings.QUEUE_REDIS_URL, settings.CACHE_REDIS_URL, *settings.HINTS_REDIS_URLS}
    return all(_answers(server) for server in servers)


def _answers(server: str) -> bool:
    with redis.Redis.from_url(server, socket_timeout=2, socket_connect_timeout=2) as client:
        return bool(client.ping())


def alive(worker: str) -> bool:
    """Whether a heartbeat is recent: of a queue's worker or of the clock sweep.

    A heartbeat in the future proves nothing: the machine's clock was wrong, then or now.
    """
    now = timezone.now()
    lately = Heartbeat.objects.filter(at__gt=now - ALIVE_FOR, at__lt=now + ALIVE_FOR)
    return lately.filter(worker=worker).exists()


VIEWS: dict[str, Callable[[HttpRequest], HttpResponse]] = {
    "/healthz": healthz,
    "/servingz": servingz,
    "/readyz": readyz,
}
"""The checks by path; `HealthMiddleware` answers them."""
