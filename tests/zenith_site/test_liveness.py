"""`manage.py alive` tells whether a container's process works."""

from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any
from unittest.mock import Mock

import pytest
from celery import Celery
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from common import queueing
from games.tables.tasks import beat_heart
from games.tables.timekeeping import leases
from zenith_site import liveness


class Site(BaseHTTPRequestHandler):
    """Answers `/healthz` under its own name only."""

    def do_GET(self) -> None:
        """Answer."""
        own = self.headers["Host"] == "zenith.example.org" and self.path == "/healthz"
        self.send_response(200 if own else 400)
        self.end_headers()

    def log_message(self, *args: Any) -> None:
        """Log nothing."""


@pytest.fixture(autouse=True)
def connection_of_the_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beat gives its connection back after each look; here it is the test's."""
    monkeypatch.setattr(liveness, "close_old_connections", lambda: None)


@pytest.fixture
def port(settings: Any) -> Iterator[int]:
    settings.SITE_URL = "https://zenith.example.org"
    with HTTPServer(("127.0.0.1", 0), Site) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


def test_a_web_process_is_asked_under_the_name_of_the_site(port: int) -> None:
    assert liveness.web_answers(port)


def test_a_web_process_that_refuses_or_does_not_listen_is_dead(port: int, settings: Any) -> None:
    settings.SITE_URL = "https://other.example.org"
    assert not liveness.web_answers(port)
    assert not liveness.web_answers(1)


@pytest.mark.django_db
def test_beat_shows_itself_in_each_round(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATA_DIR = tmp_path
    with pytest.raises(CommandError, match="No sign of life from beat"):
        call_command("alive", "beat")

    app = Celery("quiet", set_as_current=False, broker="memory://")
    scheduler = liveness.Scheduler(app, schedule_filename=str(tmp_path / "schedule"))
    scheduler.tick()
    scheduler.close()
    touched = liveness.beat_file().stat().st_mtime
    monkeypatch.setattr(liveness, "time", lambda: touched + 20)
    call_command("alive", "beat")

    monkeypatch.setattr(liveness, "time", lambda: touched + 100)
    with pytest.raises(CommandError, match="No sign of life from beat"):
        call_command("alive", "beat")


@pytest.mark.django_db
def test_beat_adds_nothing_to_a_queue_that_no_worker_empties(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(queueing, "MOST", 3)
    app = Celery("full", set_as_current=False, broker="memory://")
    app.conf.beat_schedule = {
        "sweep": {"task": "sweep", "schedule": 0.001, "options": {"queue": "full"}}
    }
    scheduler = liveness.Scheduler(app, schedule_filename=str(tmp_path / "schedule"))
    with app.producer_or_acquire() as producer:
        for _round in range(10):
            while scheduler.tick():
                pass
        assert producer.channel.queue_purge("full") == 3
    scheduler.close()


@pytest.mark.django_db
def test_one_of_two_beats_works(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    first, second = liveness.Lead(), liveness.Lead()
    assert [first.is_held(), second.is_held()] == [True, False]
    for _round in range(18):  # it has just been renewed
        clock.goes_on(2)
        assert [first.is_held(), second.is_held()] == [True, False]
    clock.goes_on(14)  # the first one hangs
    assert not second.is_held()
    clock.goes_on(2)
    assert [second.is_held(), first.is_held()] == [True, False]
    second.release()
    assert [first.is_held(), second.is_held()] == [True, False]


@pytest.mark.django_db
def test_a_beat_that_waits_makes_no_errors_in_the_log_of_the_database() -> None:
    term = timedelta(seconds=15)
    assert leases.hold("beat", "first", term)
    with CaptureQueriesContext(connection) as queries:
        assert not leases.hold("beat", "second", term)
    assert not [query for query in queries if query["sql"].startswith("INSERT")]


@pytest.mark.django_db
def test_a_beat_that_can_not_see_whether_it_leads_ends_with_its_term(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, lead = Clock(monkeypatch), liveness.Lead()
    assert lead.is_held()
    monkeypatch.setattr(leases, "hold", Mock(side_effect=DatabaseError("away")))
    clock.goes_on(14)
    assert lead.is_held()
    clock.goes_on(2)
    assert not lead.is_held()


class Clock:
    """The clocks of the processes and the database, which go on when a test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.passed = 0.0
        start = timezone.now()
        monkeypatch.setattr(liveness, "monotonic", lambda: self.passed)
        now = lambda: start + timedelta(seconds=self.passed)  # noqa: E731
        monkeypatch.setattr("games.tables.timekeeping.leases.timezone.now", now)

    def goes_on(self, seconds: float) -> None:
        self.passed += seconds


def test_the_site_runs_this_scheduler(settings: Any) -> None:
    assert settings.CELERY_BEAT_SCHEDULER == "zenith_site.liveness:Scheduler"


@pytest.mark.django_db
def test_a_worker_is_asked_by_the_name_of_its_queue() -> None:
    with pytest.raises(CommandError, match="No sign of life from bots"):
        call_command("alive", "bots")
    beat_heart("bots")
    call_command("alive", "bots")


def test_an_unknown_process_is_refused() -> None:
    with pytest.raises(CommandError, match="invalid choice"):
        call_command("alive", "kitchen")


@pytest.fixture
def watchdog(settings: Any) -> Iterator[tuple[liveness.Watchdog, Event]]:
    """A watchdog, and what is set when it ends the process."""
    settings.STANDSTILL = 0.1
    ended = Event()
    watchdog = liveness.Watchdog("a process", ended.set)
    yield watchdog, ended
    watchdog.stop()


def test_a_process_that_stands_still_is_ended(
    watchdog: tuple[liveness.Watchdog, Event], caplog: pytest.LogCaptureFixture
) -> None:
    dog, ended = watchdog
    dog.start()
    assert ended.wait(10)
    assert "a process has stood still" in caplog.text


def test_a_process_that_makes_progress_or_has_been_asked_to_end_is_not(
    watchdog: tuple[liveness.Watchdog, Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    dog, ended = watchdog
    looks = iter([False] * 50 + [True])

    def wait(seconds: float | None = None) -> bool:
        """Let the process do a step before each look, until it is asked to end."""
        dog.note()
        return next(looks)

    monkeypatch.setattr(dog._is_over, "wait", wait)
    dog._watch()
    assert not ended.is_set()


def test_trying_to_reach_redis_is_progress() -> None:
    consumer = liveness.Consumer.__new__(liveness.Consumer)
    consumer.watchdog = liveness.Watchdog("worker", lambda: None)
    tries = []

    class Broker:
        """A connection that succeeds at the third try."""

        def ensure_connection(self, errback: Any, max_retries: Any, callback: Any) -> str:
            """Call back at each try."""
            for number in range(3):
                callback()
                tries.append((number, consumer.watchdog._progress))
            return "connected"

    consumer.app = Celery("quiet", set_as_current=False, broker="memory://")
    consumer.first_connection_attempt = True
    assert consumer.ensure_connected(Broker()) == "connected"
    assert tries == [(0, 1), (1, 2), (2, 3)]
