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
"""Seconds that the worker threads get to finish their tasks on shutdown."""
SILENCE = 3.0
"""Seconds after which a start says what it waits for."""
SMALL = 4096
"""The longest WebSocket message accepted from a page, in bytes; pages send single words."""


class Trouble(Exception):
    """The site can't start; the message is one sentence for the user."""


def listen() -> socket.socket:
    """Return a listening socket on HOST and PORT, or raise `Trouble`."""
    host, wanted = env.text("HOST", "127.0.0.1").strip("[]"), env.text("PORT", "8000")
    if not wanted.isdecimal() or len(wanted) > 5 or int(wanted) > 65535:
        raise Trouble(f"PORT must be a number up to 65535, not {wanted!r}.")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, int(wanted)), family=family)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise Trouble(
                f"Another program uses port {wanted} on {host}. "
                "Choose another one: PORT=8001 make play"
            ) from error
        raise Trouble(f"Can't listen on {host}, port {wanted}: {error.strerror}") from error


class Server(uvicorn.Server):
    """Uvicorn server whose `run()` returns on a signal, so that the caller can clean up."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture the signals without raising them again."""
        with super().capture_signals():
            yield
            self._captured_signals.clear()


class Background:
    """Celery workers for all queues and beat, in threads.

    One worker serves the clocks and the bots; reviews have another one with a single thread, and
    each channel of the outbox too, because a mail server or a webhook may keep it waiting.
    """

    def __init__(self) -> None:
        from celery.beat import EmbeddedService, Scheduler
        from django.conf import settings

        from zenith_site.celery import app

        self.app = app
        alone = ("reviews", *settings.OUTBOX)
        inside = [queue for queue in settings.WORKERS if queue not in alone]
        self.workers = [Worker(inside, threads=2)]
        self.workers += [Worker([queue], threads=1) for queue in alone]
        self.beat = EmbeddedService(app, thread=True, scheduler_cls=Scheduler)

    def start(self) -> None:
        """Start everything, and run each periodic task once: some may be overdue."""
        for worker in self.workers:
            worker.start()
        self.beat.start()
        for entry in self.app.conf.beat_schedule.values():
            self.app.send_task(entry["task"], args=entry["args"], **entry["options"])

    def stop(self) -> None:
        """Stop everything; running tasks get a moment to finish."""
        self.beat.stop()
        for worker in self.workers:
            worker.controller.stop()
        end = monotonic() + LONGEST_STOP
        for worker in self.workers:
            worker.thread.join(max(0, end - monotonic()))


class Worker:
    """A Celery worker that runs in threads of this process."""

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
        """Start the worker and wait until it accepts tasks."""
        self.thread.start()
        if not self.ready.wait(10):
            raise Trouble("The background worker did not start.")


def check_debug(listening: socket.socket) -> None:
    """Refuse to serve other machines with DEBUG, which shows tracebacks and settings."""
    from django.conf import settings

    host = listening.getsockname()[0]
    if settings.DEBUG and not is_local(host):
        raise Trouble(
            f"HOST={host} lets other computers in, and DEBUG would show them tracebacks and "
            "settings. Set DEBUG=0."
        )


def is_local(host: str) -> bool:
    """Whether an address that is listened on is reachable from this machine only."""
    return ip_address(host.partition("%")[0]).is_loopback


@contextmanager
def announced(what: str) -> Iterator[None]:
    """Say what is done, if it takes long."""
    timer = threading.Timer(SILENCE, print, [what], {"flush": True})
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def prepare() -> None:
    """Migrate the database and collect the static files."""
    from django.conf import settings
    from django.core.management import call_command

    if settings.REDIS_URL:
        raise Trouble(
            "REDIS_URL is set, which is for a site of several processes (docs/deployment.md). "
            "Unset it to run everything in one process."
        )
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
    with announced("Bringing the database up to date ..."):
        migrate()
    if not settings.DEBUG:
        with announced("Collecting the static files ..."):
            call_command("collectstatic", verbosity=0, interactive=False)


def migrate() -> None:
    """Migrate the database, or raise `Trouble`."""
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
    """Whether to create the demo."""
    from django.conf import settings

    return env.flag("DEMO", settings.DEBUG)


def greet(address: str, everywhere: bool) -> None:
    """Print the address of the site and the accounts of the demo."""
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
        log_config=None,  # the site's own
        log_level="warning",
        http="zenith_site.connections:Connection",
        ws_per_message_deflate=False,
        ws_max_size=SMALL,
        ws_ping_interval=15,  # a dead browser is noticed within 25 seconds
        ws_ping_timeout=10,
        timeout_graceful_shutdown=1,
    )
    Server(config).run(sockets=[listening])


def run() -> None:
    """Start everything, serve until a signal, stop everything; raises `Trouble`."""
    import django
    from django.core.exceptions import ImproperlyConfigured

    listening = listen()
    host, port = listening.getsockname()[:2]
    # Not the IP address: browsers accept passkeys for host names only.
    name = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::1", "::") else host
    address = f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"
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
    """Run the site; return the exit code, or a sentence that says why it can't start."""
    try:
        run()
    except Trouble as trouble:
        return str(trouble)
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
