"""The text that Prometheus reads: what processes have measured, and the state of the site.

A site of several processes sets PROMETHEUS_MULTIPROC_DIR, the folder of prometheus-client's
multiprocess mode: each process writes its numbers there, and whichever is asked adds up all.
"""

import os
import threading
from collections.abc import Iterable
from hmac import compare_digest
from pathlib import Path
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server
from wsgiref.types import StartResponse, WSGIEnvironment

from django.conf import settings
from prometheus_client import (
    CONTENT_TYPE_PLAIN_0_0_4,
    REGISTRY,
    CollectorRegistry,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from zenith_site.metrics.state import SiteState

FOLDER = "PROMETHEUS_MULTIPROC_DIR"


def may_read(authorization: str) -> bool:
    """Whether an `Authorization` header carries METRICS_TOKEN."""
    expected = f"Bearer {settings.METRICS_TOKEN}"
    return compare_digest(authorization.encode(), expected.encode())


def everything() -> bytes:
    """Return what the processes of this host have measured, and the state of the site."""
    return measured() + state()


def measured() -> bytes:
    """Return what the processes that share a folder have measured; without one, this process."""
    folder = os.environ.get(FOLDER)
    if not folder:
        return generate_latest(REGISTRY)
    forget_dead_processes(Path(folder))
    registry = CollectorRegistry()
    MultiProcessCollector(registry, folder)
    return generate_latest(registry)


def state() -> bytes:
    """Return what the database, Redis and the disk say: the same from every host."""
    registry = CollectorRegistry()
    registry.register(SiteState())
    return generate_latest(registry)


def forget_dead_processes(folder: Path) -> None:
    """Delete the gauges of processes that have ended, such as their open sockets.

    What they have counted stays, so that counters never fall.
    """
    for pid in {path.stem.rpartition("_")[2] for path in folder.glob("gauge_live*_*.db")}:
        try:
            os.kill(int(pid), 0)
        except ProcessLookupError:
            mark_process_dead(pid, str(folder))
        except PermissionError:
            continue  # it lives, as another user


class SilentHandler(WSGIRequestHandler):
    """Request handler without an access log."""

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


def serve(port: int) -> WSGIServer:
    """Serve the metrics of a worker's processes on a port of its own, in a thread."""

    def answer(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if not may_read(environ.get("HTTP_AUTHORIZATION", "")):
            start("401 Unauthorized", [("WWW-Authenticate", "Bearer")])
            return [b""]
        start("200 OK", [("Content-Type", CONTENT_TYPE_PLAIN_0_0_4)])
        return [measured()]

    server = make_server("", port, answer, handler_class=SilentHandler)
    threading.Thread(target=server.serve_forever, name="metrics", daemon=True).start()
    return server
