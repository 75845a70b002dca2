"""Logs: repeated records once a minute, JSON with ids, slow requests and statements."""

import json
import logging
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from games.tables import publishing
from games.tables.services import drafts
from games.tables.tasks import play_bot
from tests.support.factories import player, running_game
from zenith_site import logs, receivers
from zenith_site.log_context import Work, work
from zenith_site.request_log import RequestLogMiddleware

ROOT = Path(__file__).resolve().parents[2]


def lines(seldom: logs.Seldom, *said: tuple[str, str, int]) -> list[str]:
    """Return the records that pass, of (logger, message, argument)."""
    records = [
        logging.LogRecord(name, logging.WARNING, "", 0, text, (value,), None)
        for name, text, value in said
    ]
    return [record.getMessage() for record in records if seldom.filter(record)]


def test_a_kind_of_line_is_written_once_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(logs, "monotonic", lambda: now)
    seldom = logs.Seldom(["zenith_site.caches"])
    hint, other = "could not publish game %s", "the cache is away: %s"
    said = [("zenith_site.caches", hint, number) for number in range(5)]
    assert lines(seldom, *said, ("zenith_site.caches", other, 1)) == [
        "could not publish game 0",
        "the cache is away: 1",
    ]
    now += 61
    assert lines(seldom, *said) == ["could not publish game 0 (4 more like this before)"]
    now += 61
    assert lines(seldom, said[0]) == ["could not publish game 0 (4 more like this before)"]
    now += 61
    assert lines(seldom, said[0]) == ["could not publish game 0"]


def test_other_loggers_say_everything() -> None:
    said = ("games.times", "an outage of %s", 7)
    assert len(lines(logs.Seldom(["zenith_site.caches"]), said, said)) == 2


def test_an_error_is_told_in_the_line() -> None:
    error = ConnectionError("100% refused")
    caught = (ConnectionError, error, None)
    record = logging.LogRecord("channels", logging.ERROR, "", 0, "receive task:", (), caught)
    assert logs.Seldom(["channels"]).filter(record)
    assert logging.Formatter().format(record) == "receive task: 100% refused"


# --- JSON, with the ids of what is being done ---


@pytest.fixture(autouse=True)
def _idle() -> None:
    """A request stays named in its thread."""
    work.set(None)


def line(message: str, *args: object, error: BaseException | None = None) -> dict[str, Any]:
    """Return what the formatter writes of a warning."""
    caught = (type(error), error, error.__traceback__) if error else None
    record = logging.LogRecord("games.x", logging.WARNING, "", 0, message, args, caught)
    written = logs.JsonFormatter().format(record)
    assert "\n" not in written
    found: dict[str, Any] = json.loads(written)
    return found


def test_a_line_of_json_says_what_and_when() -> None:
    found = line("could not draw game %s: «%s»", 17, "ä")
    assert found.pop("time").endswith("+00:00")
    assert found == {
        "level": "WARNING",
        "logger": "games.x",
        "message": "could not draw game 17: «ä»",
    }


def test_an_exception_is_a_field() -> None:
    try:
        raise ValueError("no such card")
    except ValueError as error:
        found = line("failed", error=error)
    assert found["exception"].startswith("Traceback")
    assert found["exception"].endswith("ValueError: no such card")


class Lines(logging.Handler):
    """Handler that keeps the lines, as the console shows them."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[dict[str, Any]] = []
        self.setFormatter(logs.JsonFormatter())

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(json.loads(self.format(record)))


@pytest.fixture
def lines_of_log(monkeypatch: pytest.MonkeyPatch) -> Any:
    """What is logged as JSON."""
    handler = Lines()
    logging.getLogger().addHandler(handler)
    yield handler.lines
    logging.getLogger().removeHandler(handler)


@pytest.mark.django_db
def test_a_line_names_request_user_and_game(
    client: Client, lines_of_log: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publishing, "wake_bots_of", lambda game_id: None)
    ada = player("ada")
    game = running_game(ada, player("bob"))
    client.force_login(ada, backend="django.contrib.auth.backends.ModelBackend")

    def fail(*_args: object, **_options: object) -> None:
        raise RuntimeError("on purpose")

    monkeypatch.setattr(drafts, "confirm_draft", fail)
    client.raise_request_exception = False
    assert client.post(reverse("confirm", args=[game.pk]), {"seq": 0}).status_code == 500
    [found] = [each for each in lines_of_log if each["logger"] == "django.request"]
    assert (found["name"], found["user"], found["game"]) == ("confirm", ada.pk, game.pk)
    assert len(found["request"]) == 16
    assert "on purpose" in found["exception"]


@pytest.mark.django_db
def test_a_page_of_no_game_names_none(
    client: Client, lines_of_log: list[dict[str, Any]], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    assert client.get("/no/such/page/").status_code == 404
    assert client.get("/players/nobody/").status_code == 404
    found = [each for each in lines_of_log if each["logger"] == "django.request"]
    assert [each.get("name") for each in found] == [None, "profile"]
    assert not any("user" in each or "game" in each for each in found)
    assert found[0]["request"] != found[1]["request"]


@pytest.mark.parametrize(
    ("proxies", "given", "kept"),
    [
        (1, "abc-123", True),
        (0, "abc-123", False),
        (1, "two\nlines", False),
        (1, "x" * 65, False),
        (1, "", False),
    ],
)
def test_a_trusted_proxy_names_the_request(
    proxies: int, given: str, kept: bool, settings: Any
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    seen: list[str] = []

    def view(_request: Any) -> HttpResponse:
        current = work.get()
        assert current
        seen.append(current.id)
        return HttpResponse()

    request = RequestFactory().get("/", headers={"X-Request-ID": given})
    RequestLogMiddleware(view)(request)
    assert (seen == [given]) == kept
    assert len(seen[0]) == (len(given) if kept else 16)


def test_a_line_of_a_task_names_task_and_game() -> None:
    receivers.begin(task_id="one", task=play_bot, args=(17, 1), kwargs={})
    found = line("slow")
    receivers.end()
    assert found["task"] == "one"
    assert (found["name"], found["game"]) == ("games.tables.tasks.play_bot", 17)
    assert "task" not in line("slow")


@pytest.mark.slow
def test_a_site_logs_json_if_it_shall(tmp_path: Path) -> None:
    code = """
import logging, django, uvicorn
uvicorn.Config("zenith_site.asgi:application", log_level="info", access_log=False)
django.setup()
logging.getLogger("uvicorn.error").error("full %s", "disk")
logging.getLogger("uvicorn.error").info("started")
logging.getLogger("uvicorn.access").info("GET /a/secret/")
"""
    for log_format, begins in (("json", '{"time": "'), ("line", "20")):
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={
                "PATH": os.environ["PATH"],
                "DJANGO_SETTINGS_MODULE": "zenith_site.settings",
                "DATA_DIR": str(tmp_path),
                "LOG_FORMAT": log_format,
            },
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
        [written] = done.stderr.splitlines()
        assert written.startswith(begins)
        assert "full disk" in written


@pytest.mark.slow
def test_a_404_is_no_warning_and_with_debug_nothing_is_written_twice(tmp_path: Path) -> None:
    code = """
import logging, django
django.setup()
log = logging.getLogger("django.request")
log.warning("Not Found: /wp-login.php", extra={"status_code": 404})
log.warning("Forbidden: /admin/", extra={"status_code": 403})
"""
    for level, written in (("WARNING", ["Forbidden"]), ("INFO", ["Not Found", "Forbidden"])):
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={
                "PATH": os.environ["PATH"],
                "DJANGO_SETTINGS_MODULE": "zenith_site.settings",
                "DATA_DIR": str(tmp_path),
                "DEBUG": "1",
                "LOG_LEVEL": level,
            },
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
        lines = [line for line in done.stderr.splitlines() if "django.request" in line]
        assert [line.split("django.request ")[1].split(":")[0] for line in lines] == written
        assert len(done.stderr.splitlines()) == len(written)


# --- what is slow ---


@pytest.fixture
def timed(settings: Any, db: None) -> Any:
    """Time every statement; only those of an hour are slow."""
    settings.SLOW_REQUEST_MS = settings.SLOW_STATEMENT_MS = 3_600_000
    receivers.time_statements(connection)
    yield settings
    connection.execute_wrappers.remove(receivers.time_statement)


def test_a_connection_is_timed_once(timed: Any) -> None:
    receivers.time_statements(connection)
    assert connection.execute_wrappers.count(receivers.time_statement) == 1


def test_slow_statements_are_logged_without_their_values(
    timed: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT %s", ["secret"])
        assert not caplog.records
        timed.SLOW_STATEMENT_MS = 1e-6
        cursor.execute("SELECT %s", ["secret"])
    assert "slow statement: 0.00 s: SELECT %s" in caplog.text
    assert "secret" not in caplog.text


def test_a_failed_statement_is_timed_too(timed: Any, caplog: pytest.LogCaptureFixture) -> None:
    timed.SLOW_STATEMENT_MS = 1e-6
    with pytest.raises(ZeroDivisionError):
        receivers.time_statement(lambda *_args: 1 / 0, "SELECT 1", (), False, {})
    assert "slow statement" in caplog.text


def test_slow_requests_are_logged_with_their_statements(
    timed: Any, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    client.get("/symbols/")
    assert not caplog.records
    timed.SLOW_REQUEST_MS = 1e-6
    client.get("/players/nobody/?token=secret")
    assert "slow request: profile took" in caplog.text
    count = caplog.text.partition(" s in ")[2].partition(" statements")[0]
    assert int(count) > 0
    assert "secret" not in caplog.text


def test_without_a_limit_nothing_is_slow(caplog: pytest.LogCaptureFixture) -> None:
    logs.slow(Work("one"), 1000, 0)
    logs.slow_statement("SELECT 1", 1000)
    assert not caplog.records


def test_waiting_for_the_lock_of_sqlite_is_no_slow_statement(
    settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.SLOW_STATEMENT_MS = 1000
    logs.slow_statement("BEGIN IMMEDIATE", 5)
    assert caplog.messages == []
    logs.slow_statement("SELECT 1", 5)
    assert caplog.messages == ["slow statement: 5.00 s: SELECT 1"]
