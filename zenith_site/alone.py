"""The whole site in one process: `make play`.

The web server is the main thread; Celery workers and beat are further ones. Tables live in SQLite,
queues and channels in memory, so whatever was queued when the process stops is lost: the
periodic tasks find it again in the rows.

HOST and PORT choose the address (127.0.0.1, 8000). The demo comes with DEBUG, or with DEMO=1.
DEBUG shows the insides of the site, so it is for this machine only.
"""

import errno
import os
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from time import monotonic
from typing import Any

import uvicorn

from zenith_site import environment as env

LONGEST_STOP = 5.0
"""Seconds that the worker's threads get to finish what they are doing."""
SMALL = 4096
"""Bytes of the longest message that a page may send through a socket: it has nothing to say."""


class Trouble(Exception):
    """Why the site can't start, in one sentence."""


def listen() -> socket.socket:
    """Return a listening socket on HOST and PORT, or raise `Trouble`."""
    host, wanted = env.text("HOST", "127.0.0.1").strip("[]"), env.text("PORT", "8000")
    if not wanted.isdecimal() or len(wanted) > 5 or int(wanted) > 65535:
        raise Trouble(f"PORT is a number up to 65535, not {wanted!r}.")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, int(wanted)), family=family)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise Trouble(
                f"Another program uses port {wanted} on {host}. "
                "Choose another one: PORT=8001 make play"
            ) from error
        raise Trouble(f"Cannot listen on {host}, port {wanted}: {error.strerror}") from error


class Server(uvicorn.Server):
    """Uvicorn, but a signal ends `run()` instead of the process, so that we can clean up."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take the signals, and do not raise them again."""
        with super().capture_signals():
            yield
            self._captured_signals.clear()


class Background:
    """Celery workers for all queues and beat, in threads.

    One worker serves the clocks and the bots; each channel of the outbox has another one, because
    a mail server or a webhook may keep it waiting.
    """

    def __init__(self) -> None:
        from celery.beat import EmbeddedService, Scheduler
        from django.conf import settings

        from zenith_site.celery import app

        self.app = app
        inside = [queue for queue in settings.WORKERS if queue not in settings.OUTBOX]
        self.workers = [Worker(inside, threads=2)]
        self.workers += [Worker([channel], threads=1) for channel in settings.OUTBOX]
        self.beat = EmbeddedService(app, thread=True, scheduler_cls=Scheduler)

    def start(self) -> None:
        """Start all, and run every periodic task once: things may have waited for us."""
        for worker in self.workers:
            worker.start()
        self.beat.start()
        for entry in self.app.conf.beat_schedule.values():
            self.app.send_task(entry["task"], args=entry["args"], **entry["options"])

    def stop(self) -> None:
        """Stop all; the tasks that run get a moment to end."""
        self.beat.stop()
        for worker in self.workers:
            worker.controller.stop()
        end = monotonic() + LONGEST_STOP
        for worker in self.workers:
            worker.thread.join(max(0, end - monotonic()))


class Worker:
    """A Celery worker in threads of this process."""

    def __init__(self, queues: list[str], threads: int) -> None:
        from celery.worker import WorkController

        from zenith_site.celery import make_app

        self.ready = threading.Event()
        self.controller = WorkController(
            app=make_app(set_as_current=False),  # which remembers the queues of its worker
            hostname=f"{queues[0]}@alone",
            pool="threads",
            concurrency=threads,
            queues=queues,
            without_heartbeat=True,
            without_mingle=True,
            without_gossip=True,
            ready_callback=lambda _consumer: self.ready.set(),
        )
        name = f"worker {queues[0]}"
        self.thread = threading.Thread(target=self.controller.start, name=name, daemon=True)

    def start(self) -> None:
        """Start, and wait until it takes tasks."""
        self.thread.start()
        if not self.ready.wait(10):
            raise Trouble("The worker for the background tasks did not start.")


def check_debug(listening: socket.socket) -> None:
    """Refuse to show the insides of the site to other machines."""
    from django.conf import settings

    host = listening.getsockname()[0]
    if settings.DEBUG and not is_local(host):
        raise Trouble(
            f"HOST={host} lets other computers in, and DEBUG would show them the insides of the "
            "site. Set DEBUG=0."
        )


def is_local(host: str) -> bool:
    """Whether only this machine reaches an address that is listened on."""
    return ip_address(host.partition("%")[0]).is_loopback


def prepare() -> None:
    """Bring the database up to date, and whatever else a start needs."""
    from django.conf import settings
    from django.core.management import call_command

    if settings.REDIS_URL:
        raise Trouble(
            "REDIS_URL is set: that is for a site of several processes (docs/deployment.md). "
            "Unset it to run everything in this one."
        )
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
    migrate()
    if not settings.DEBUG:
        call_command("collectstatic", verbosity=0, interactive=False)


def migrate() -> None:
    """Bring the database up to date, or raise `Trouble`."""
    from django.core.management import call_command
    from django.db import DatabaseError

    from zenith_site import schema

    try:
        if not schema.unknown_migrations():
            call_command("migrate", verbosity=0, interactive=False)
        trouble = schema.trouble()
    except DatabaseError as error:
        raise Trouble(f"The database cannot be used or brought up to date: {error}") from error
    if trouble:
        raise Trouble(trouble)


def wants_demo() -> bool:
    """Whether the demo is to be made."""
    from django.conf import settings

    return env.flag("DEMO", settings.DEBUG)


def greet(address: str, everywhere: bool) -> None:
    """Say where the site is and who may log in."""
    from zenith_site import demo

    lines = [f"Zenith is at {address}"]
    if everywhere:
        lines.append("For other computers set SITE_URL to the address that they open.")
    if wants_demo():
        demo.make_demo()
        lines.append(f"Log in as {' or '.join(demo.NAMES)}, password {demo.password()}")
    else:
        demo.lock()
    lines.append("Ctrl+C stops it.")
    print("", *lines, "", sep="\n", flush=True)


def serve(listening: socket.socket) -> None:
    """Serve until a signal."""
    config = uvicorn.Config(
        "zenith_site.asgi:application",
        log_level="warning",
        ws_per_message_deflate=False,
        ws_max_size=SMALL,
        timeout_graceful_shutdown=1,
    )
    Server(config).run(sockets=[listening])


def run() -> None:
    """Start everything, serve, stop everything; raises `Trouble`."""
    import django
    from django.core.exceptions import ImproperlyConfigured

    listening = listen()
    host, port = listening.getsockname()[:2]
    # Not the number: browsers know passkeys by a name only.
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::1", "::") else host
    address = f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"
    named = env.text("SITE_URL")
    os.environ["SITE_URL"] = named or address
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zenith_site.settings")
    try:
        django.setup()
    except ImproperlyConfigured as error:
        raise Trouble(str(error)) from error
    check_debug(listening)
    prepare()
    background = Background()
    background.start()
    try:
        greet(named or address, not named and host in ("0.0.0.0", "::"))
        serve(listening)
    finally:
        background.stop()


def main() -> Any:
    """Run; return the exit code, or the sentence that says why not."""
    try:
        run()
    except Trouble as trouble:
        return str(trouble)
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
