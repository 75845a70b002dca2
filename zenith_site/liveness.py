"""Liveness of processes: health checks for containers, and the watchdog of workers and beat."""

import logging
import os
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from socket import gethostname
from threading import Event, Thread
from time import monotonic, time
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from billiard import active_children
from celery.beat import PersistentScheduler, Service
from celery.signals import beat_init
from celery.worker import consumer
from django.conf import settings
from django.db import DatabaseError, close_old_connections

from common import queueing
from games.tables.timekeeping import leases
from zenith_site.deadlines import limit_statements

log = logging.getLogger(__name__)

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


class Watchdog:
    """A thread that ends its process when that has made no progress for `STANDSTILL` seconds.

    A supervisor restarts a process that ends, not one that hangs. What counts is how often the
    watchdog looked in vain: a process that was stopped as a whole and goes on is not to blame.
    """

    LOOKS = 10
    """Looks in vain after which it ends the process."""

    def __init__(self, name: str, end: Callable[[], None]) -> None:
        self.name = name
        self._end = end
        self._progress = 0
        self._is_over = Event()

    @property
    def often(self) -> float:
        """Seconds between two looks, and at most between two steps of the process."""
        return float(settings.STANDSTILL) / self.LOOKS

    def note(self) -> None:
        """Note that the process makes progress."""
        self._progress += 1

    def start(self) -> None:
        """Begin to watch."""
        Thread(target=self._watch, name="watchdog", daemon=True).start()

    def stop(self) -> None:
        """End the watch."""
        self._is_over.set()

    def _watch(self) -> None:
        seen, vain = -1, 0
        while vain < self.LOOKS:
            if self._is_over.wait(self.often):
                return
            vain = vain + 1 if seen == self._progress else 0
            seen = self._progress
        log.critical("%s has stood still for %d s: it ends", self.name, settings.STANDSTILL)
        self._end()


def end_process() -> None:
    """End this process and its children at once: its main thread hangs and hears no signal."""
    for child in active_children():
        child.kill()
    os._exit(os.EX_SOFTWARE)


class Lead:
    """Whether this beat is the one that works: of several, on hosts of their own, one does."""

    TERM = timedelta(seconds=15)
    """After which another one takes over from a beat that has gone."""

    def __init__(self) -> None:
        self.holder = f"{gethostname()} {uuid4().hex}"
        self._renew_at = self._until = 0.0
        self._is_held: bool | None = None

    def is_held(self) -> bool:
        """Whether the lead is ours; renewed after a third of its term."""
        if monotonic() >= self._renew_at:
            self._renew()
        return monotonic() < self._until

    def release(self) -> None:
        """Let another beat take over at once."""
        self._until = self._renew_at = 0.0
        with suppress(DatabaseError):
            leases.release("beat", self.holder)

    def _renew(self) -> None:
        before = monotonic()
        try:
            is_held = leases.hold("beat", self.holder, self.TERM)
        except DatabaseError as error:  # our own term goes on until its end
            log.warning("beat can't see whether it leads: %s", error)
            return
        finally:
            close_old_connections()
        term = self.TERM.total_seconds()
        self._until = before + term if is_held else 0.0
        self._renew_at = before + term / 3 if is_held else before
        if is_held != self._is_held:
            log.info("beat leads" if is_held else "another beat leads")
        self._is_held = is_held


class Scheduler(PersistentScheduler):
    """Beat's scheduler, which touches a file in each round, and whose standstill ends beat.

    It queues tasks while no other beat does.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        self.watchdog = Watchdog("beat", end_process)
        self.lead = Lead()
        super().__init__(*args, **options)

    def tick(self, *args: Any, **options: Any) -> float:
        """Queue a task that is due; return the seconds until the next round."""
        often = self.watchdog.often
        is_ours = self.lead.is_held()
        self.watchdog.note()  # a lead that is asked for in vain takes its time, as an entry does
        seconds: float = super().tick(*args, **options) if is_ours else often
        self.watchdog.note()
        beat_file().touch()
        return min(seconds, often)

    def close(self) -> None:
        """Keep the schedule; give the lead away."""
        self.lead.release()
        super().close()

    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        """Queue a task, unless its queue is full: then no worker empties it."""
        if not queueing.is_full(entry.task, entry.options):
            super().apply_entry(entry, producer)


@beat_init.connect
def watch_beat(sender: Service, **_given: Any) -> None:
    """Watch beat, and limit its statements: each waits for less than a standstill.

    The embedded beat of a site in one process has another scheduler.
    """
    if isinstance(sender.scheduler, Scheduler):
        limit_statements(settings.DATABASE_TIMEOUT)
        sender.scheduler.watchdog.start()


class Consumer(consumer.Consumer):
    """A worker's consumer, whose standstill ends the worker.

    Progress is a turn of its event loop, or another try to reach a Redis that is away.
    """

    def start(self) -> None:
        """Consume until the worker is asked to end; then its tasks may take their time."""
        self.watchdog = Watchdog(f"worker {self.hostname}", end_process)
        self.watchdog.start()
        try:
            super().start()
        finally:
            self.watchdog.stop()

    def register_with_event_loop(self, hub: Any) -> None:
        """Note the turns of a new event loop."""
        super().register_with_event_loop(hub)
        hub.call_repeatedly(self.watchdog.often, self.watchdog.note)

    def ensure_connected(self, conn: Any) -> Any:
        """Connect, however often that has to be tried."""
        connect = conn.ensure_connection

        def try_on(errback: Any, max_retries: int | None, callback: Callable[[], None]) -> Any:
            def note_and_go_on() -> None:
                self.watchdog.note()
                callback()

            return connect(errback, max_retries, callback=note_and_go_on)

        conn.ensure_connection = try_on
        try:
            return super().ensure_connected(conn)
        finally:
            del conn.ensure_connection
