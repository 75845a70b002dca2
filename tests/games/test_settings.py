"""An odd value in the environment stops the start, with a sentence that says what is wrong."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from zenith_site import environment as env

ROOT = Path(__file__).resolve().parents[2]


def start(tmp_path: Path, **values: str) -> str:
    """Import the settings in a fresh process; return the last line of what it says."""
    script = "from zenith_site import settings as s; print(s.DATABASES, s.MAILERS, s.DEBUG)"
    process = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path), **values},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return (process.stdout or process.stderr).strip().splitlines()[-1]


def test_a_site_without_a_key_does_not_start(tmp_path: Path) -> None:
    assert "SECRET_KEY is not set" in start(tmp_path)
    assert "SECRET_KEY is not set" in start(tmp_path, SECRET_KEY=" ", DEBUG="0")
    assert start(tmp_path, DEBUG="1").endswith("True")


def test_all_values_of_a_grown_site(tmp_path: Path) -> None:
    said = start(
        tmp_path,
        SECRET_KEY="x" * 50,
        SITE_URL="https://zenith.example.org/",
        DATABASE_URL="postgres://zenith:p%40ss@db:5433/zenith?sslmode=require",
        REDIS_URL="redis://redis:6379/0",
        EMAIL_URL="smtp+tls://me%40example.org:k%2Fey@mail.example.org",
        FROM_EMAIL="",
        TRUSTED_PROXIES="1",
        HSTS_SECONDS="3600",
        LOG_LEVEL="info",
    )
    for part in (
        "'sslmode': 'require'",
        "'pool'",
        "'PASSWORD': 'p@ss'",
        "'me@example.org'",
        "'k/ey'",
        "587",
    ):
        assert part in said


def test_hsts_without_https_is_refused(tmp_path: Path) -> None:
    said = start(tmp_path, SECRET_KEY="x" * 50, HSTS_SECONDS="3600", SITE_URL="http://a.example")
    assert "HSTS_SECONDS" in said


def refused(name: str, value: str, reader: Any, *args: Any, monkeypatch: Any) -> str:
    monkeypatch.setenv(name, value)
    with pytest.raises(ImproperlyConfigured) as error:
        reader(name, *args)
    assert str(error.value).startswith(name)
    return str(error.value)


def named(value: object) -> str:
    """Name a parameter without its address in memory: all workers must call it the same."""
    return str(getattr(value, "__name__", value))


@pytest.mark.parametrize(
    ("reader", "args", "value"),
    [
        (env.flag, (), "maybe"),
        (env.flag, (), "2"),
        (env.number, (10,), "ten"),
        (env.number, (10,), "-1"),
        (env.number, (10,), "1.5"),
        (env.number, (10, 1, 100), "101"),
        (env.choice, ("WARNING", env.LEVELS), "loud"),
        (env.secret, ("",), "short"),
        (env.secret, ("",), ""),
        (env.site, ("",), "zenith.example.org"),
        (env.site, ("",), "ftp://zenith.example.org"),
        (env.site, ("",), "https://zenith.example.org/play"),
        (env.site, ("",), "https://zenith.example.org?x=1"),
        (env.site, ("",), "https://me@zenith.example.org"),
        (env.site, ("",), "https://zenith.example.org:port"),
        (env.site, ("",), "https://zenith example.org"),
        (env.site, ("",), "https://"),
        (env.site, ("",), "https://["),
        (env.hosts, ([],), "*"),
        (env.hosts, ([],), "https://zenith.example.org"),
        (env.hosts, ([],), "zenith.example.org:8000"),
        (env.database, ("",), "mysql://db/zenith"),
        (env.database, ("",), "nonsense"),
        (env.database, ("",), "postgres://db"),
        (env.database, ("",), "postgres://zenith:secret@db:port/zenith"),
        (env.redis_address, (), "http://redis"),
        (env.redis_address, (), "redis://"),
        (env.redis_address, (), "redis://redis/zenith"),
        (env.redis_address, (), "redis://redis:port/0"),
        (env.sender, ("",), "nobody"),
        (env.sender, ("",), "@"),
        (env.path_secret, (), "too-short"),
        (env.path_secret, (), "long enough, but no part of an address"),
        (env.mailer, (), "mail.example.org"),
        (env.mailer, (), "smtp://"),
        (env.mailer, (), "smtp://mail.example.org:port"),
        (env.mailer, (), "file://relative"),
        (env.mailer, (), "https://mail.example.org"),
        (env.folder, (Path("x"),), "/dev/null/data"),
    ],
    ids=named,
)
def test_odd_values(reader: Any, args: Any, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    refused("ZENITH_ODD", value, reader, *args, monkeypatch=monkeypatch)


@pytest.mark.parametrize(
    ("reader", "value"),
    [
        (env.database, "mysql://me:hunter2@db/zenith"),
        (env.mailer, "smtp://me:hunter2@:25"),
        (env.redis_address, "http://:hunter2@redis"),
    ],
    ids=named,
)
def test_passwords_are_not_repeated(
    reader: Any, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    args = ("",) if reader is env.database else ()
    assert "hunter2" not in refused("ZENITH_ODD", value, reader, *args, monkeypatch=monkeypatch)


@pytest.mark.parametrize(
    ("value", "meant"), [("1", True), ("Yes", True), ("off", False), ("FALSE", False), ("", False)]
)
def test_flags(value: str, meant: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZENITH_FLAG", value)
    assert env.flag("ZENITH_FLAG") is meant


def test_every_setting_is_in_the_table() -> None:
    table = (ROOT / "docs" / "configuration.md").read_text()
    settings = (ROOT / "zenith_site" / "settings.py").read_text()
    for line in settings.split("env.")[1:]:
        _reader, _bracket, rest = line.partition("(")
        if rest.lstrip().startswith('"'):
            name = rest.split('"')[1]
            assert f"`{name}`" in table, name
