"""Liveness checks of the web and beat processes, for the health checks of their containers."""

from http.client import HTTPConnection, HTTPException
from pathlib import Path
from time import time
from typing import Any
from urllib.parse import urlsplit

from celery.beat import PersistentScheduler
from django.conf import settings

TIMEOUT = 4
"""Timeout in seconds for the answer of a web process."""
LONGEST_TICK = 90
"""Seconds without a round of beat after which it counts as dead; a round takes 15 s at most."""


def web_answers(port: int = 8000) -> bool:
    """Whether the web process on this machine answers `/healthz`.

    Not `/readyz`: a dead worker is no reason to restart the pages.
    """
    connection = HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
    try:
        # Under any other name than its own the site refuses to answer.
        connection.request("GET", "/healthz", headers={"Host": urlsplit(settings.SITE_URL).netloc})
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def beat_file() -> Path:
    """Return the file that beat touches in each round."""
    path: Path = settings.DATA_DIR / "beat.alive"
    return path


def beat_ticks() -> bool:
    """Whether beat has completed a round lately."""
    try:
        return time() - beat_file().stat().st_mtime < LONGEST_TICK
    except OSError:
        return False


class Scheduler(PersistentScheduler):  # type: ignore[misc]  # Celery has no types
    """Beat's scheduler, which touches a file in each round."""

    def tick(self, *args: Any, **options: Any) -> float:
        """Queue what is due; return the seconds until the next round."""
        seconds: float = super().tick(*args, **options)
        beat_file().touch()
        return seconds
