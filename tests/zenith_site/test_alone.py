"""The site in one process, as `make play` starts it."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from time import monotonic, sleep
from unittest import mock

import pytest

from tests.support.databases import copy_migrated
from zenith_site import alone
from zenith_site.settings_test import WORKERS

ROOT = Path(__file__).resolve().parents[2]
PARTS = {"database", "clock", "disk", "clocks", *(f"worker {queue}" for queue in WORKERS)}
STOPS_WITHIN = 15
"""Seconds; about two on a machine with nothing else to do."""


def start(folder: Path, **values: str) -> subprocess.Popen[str]:
    env = {
        "PATH": os.environ["PATH"],
        "DATA_DIR": str(folder),
        "DEBUG": "1",
        "PORT": "0",
        "PYTHONUNBUFFERED": "1",
        **values,
    }
    return subprocess.Popen(
        [sys.executable, "-m", "zenith_site.alone"],
        cwd=ROOT,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def says(folder: Path, **values: str) -> str:
    """Start a site that can't start; return its message."""
    process = start(folder, **values)
    _out, said = process.communicate(timeout=60)
    assert process.returncode == 1
    return said.strip()


@pytest.mark.whole
def test_an_empty_site_is_like_none_and_outside_debug_the_demo_has_a_password_of_its_own(
    tmp_path: Path,
) -> None:
    """It starts from nothing; the best compression of its static files takes seconds."""
    quick = {"DJANGO_SETTINGS_MODULE": "tests.e2e.site_settings"}
    process = start(tmp_path, SITE_URL="", HOST="", DEBUG="0", DEMO="1", **quick)
    assert process.stdout is not None
    said = ""
    for line in process.stdout:
        said += line
        if "Ctrl+C" in line:
            break
    process.kill()
    process.communicate()
    assert re.search(r"Zenith is at http://localhost:\d+$", said, re.MULTILINE)
    assert f"password {(tmp_path / 'demo.password').read_text()}" in said


@pytest.fixture
def site(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A site without a demo, and its port."""
    copy_migrated(tmp_path / "zenith.sqlite3")
    process = start(tmp_path, DEMO="0")
    assert process.stdout is not None
    port = None
    for line in process.stdout:
        if found := re.search(r"http://localhost:(\d+)", line):
            port = int(found[1])
        if "Ctrl+C" in line:
            break
    assert port is not None, process.stderr and process.stderr.read()
    yield process, port
    process.kill()
    process.communicate()


def get(port: int, path: str) -> tuple[int, bytes]:
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", path)
    response = connection.getresponse()
    answer = response.status, response.read()
    connection.close()
    return answer


@pytest.mark.whole
@pytest.mark.parametrize(
    "sign", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.slow)]
)
def test_it_serves_works_and_stops(
    site: tuple[subprocess.Popen[str], int], sign: signal.Signals
) -> None:
    process, port = site
    until = monotonic() + 30
    while (ready := get(port, "/readyz"))[0] != 200 and monotonic() < until:
        sleep(0.2)
    assert ready[0] == 200, ready[1]
    assert json.loads(ready[1])["parts"].keys() == PARTS
    assert get(port, "/healthz")[0] == 200
    stopping = monotonic()
    process.send_signal(sign)
    _out, said = process.communicate(timeout=STOPS_WITHIN)
    assert process.returncode == 0, said
    assert "Traceback" not in said
    assert monotonic() - stopping < STOPS_WITHIN


@pytest.mark.parametrize(
    ("host", "meant"),
    [("", "127.0.0.1"), (" ", "127.0.0.1"), ("0.0.0.0", "0.0.0.0"), ("[::1]", "::1")],
)
def test_an_empty_address_is_like_none(
    host: str, meant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOST", host)
    monkeypatch.setenv("PORT", "")
    listen = mock.Mock()
    monkeypatch.setattr(socket, "create_server", listen)
    alone.listen()
    assert listen.call_args.args == ((meant, 8000),)


@pytest.mark.parametrize(
    ("host", "debug"),
    [("", "1"), ("localhost", "1"), ("127.0.0.2", "1"), ("0.0.0.0", "0"), ("192.0.2.1", "0")],
)
def test_make_play_debugs_on_this_machine_only(host: str, debug: str) -> None:
    command = ["make", "--silent", "--old-file=venv", "play", "PYTHON=env #"]
    env = {"PATH": os.environ["PATH"], "HOST": host}
    ran = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    assert f"DEBUG={debug}\n" in ran.stdout


def test_what_takes_long_at_the_start_is_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def timers() -> list[threading.Timer]:
        return [thread for thread in threading.enumerate() if isinstance(thread, threading.Timer)]

    with alone.announced("Doing this ..."):
        assert len(timers()) == 1
    for timer in timers():
        timer.join()
    assert capsys.readouterr().out == ""
    monkeypatch.setattr(alone, "SILENCE", 0)
    with alone.announced("Doing that ..."):
        for timer in timers():
            timer.join()
    assert capsys.readouterr().out == "Doing that ...\n"


def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert says(tmp_path, PORT=port) == (
            f"Another program uses port {port} on 127.0.0.1. "
            "Choose another one: PORT=8001 make play"
        )


@pytest.mark.whole
@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"PORT": "http"}, "PORT must be a number up to 65535, not 'http'."),
        ({"HOST": "192.0.2.1"}, "Can't listen on 192.0.2.1, port 0"),
        ({"PORT": "9" * 5000}, "PORT must be a number up to 65535"),
        (
            {"HOST": "0.0.0.0"},
            "HOST=0.0.0.0 lets other computers in, and DEBUG would show them tracebacks and "
            "settings. Set DEBUG=0.",
        ),
        ({"DEBUG": "0", "SECRET_KEY": "short"}, "SECRET_KEY is too short"),
        ({"REDIS_URL": "redis://127.0.0.1:6379/0"}, "REDIS_URL is set"),
    ],
    ids=str,
)
def test_what_keeps_it_from_starting_is_said(
    tmp_path: Path, values: dict[str, str], sentence: str
) -> None:
    said = says(tmp_path, **values)
    assert said.startswith(sentence)
    assert "\n" not in said
