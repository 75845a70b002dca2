"""`manage.py alive` tells whether a container's process works."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from celery import Celery
from django.core.management import CommandError, call_command

from games.tables.tasks import beat_heart
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
