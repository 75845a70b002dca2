"""An invalid environment variable stops the start with a sentence that names the problem."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.exceptions import ImproperlyConfigured

from zenith_site import environment as env

ROOT = Path(__file__).resolve().parents[2]
SITE, FILE = urlsplit("https://zenith.example.org"), Path("zenith.sqlite3")


def start(tmp_path: Path, shown: str = "s.DATABASES, s.MAILERS, s.DEBUG", **values: str) -> str:
    """Import the settings in a new process; return the last line of its output."""
    script = f"from zenith_site import settings as s; print({shown})"
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


@pytest.mark.whole
def test_a_site_without_a_key_does_not_start(tmp_path: Path) -> None:
    redis = "redis://redis:6379/0"
    assert "SECRET_KEY is not set" in start(tmp_path, REDIS_URL=redis)
    assert "SECRET_KEY is not set" in start(tmp_path, REDIS_URL=redis, SECRET_KEY=" ", DEBUG="0")


@pytest.mark.whole
def test_a_provider_that_signs_needs_its_key(tmp_path: Path) -> None:
    assert "needs BOUNCE_KEY" in start(tmp_path, BOUNCE_PROVIDER="mailgun")
    assert start(tmp_path, "s.BOUNCE_PROVIDER", BOUNCE_PROVIDER="postmark") == "POSTMARK"


@pytest.mark.slow
@pytest.mark.parametrize("debug", ["1", "0"])
def test_a_site_in_one_process_keeps_a_random_key(debug: str, tmp_path: Path) -> None:
    for folder in ("a", "b"):
        keys = {start(tmp_path / folder, "s.SECRET_KEY", DEBUG=debug) for _start in range(2)}
        assert keys == {(tmp_path / folder / "secret.key").read_text()}
        assert (tmp_path / folder / "secret.key").stat().st_mode & 0o777 == 0o600
    assert len({file.read_text() for file in tmp_path.glob("*/secret.key")}) == 2


@pytest.mark.whole
@pytest.mark.parametrize("name", ["a#b", "a?b", "a%20b", "a+b", "a b"])
def test_the_database_is_in_the_folder_whatever_its_name(name: str, tmp_path: Path) -> None:
    folder = tmp_path / name
    found = start(folder, "s.DATABASES['default']['NAME']")
    assert found == str(folder / "zenith.sqlite3")


@pytest.mark.parametrize(
    ("url", "file"),
    [
        ("sqlite:////data/a%23b.sqlite3", "/data/a#b.sqlite3"),
        ("sqlite:////data/a+b%25.sqlite3", "/data/a+b%.sqlite3"),
        ("sqlite:///data/zenith.sqlite3", "data/zenith.sqlite3"),
    ],
)
def test_an_address_of_a_sqlite_file(url: str, file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZENITH_DATABASE", url)
    assert env.database("ZENITH_DATABASE", Path("x"))["NAME"] == file


def test_an_address_of_a_postgresql_database(monkeypatch: pytest.MonkeyPatch) -> None:
    url = "postgres://ze%40nith:p%2Fs%25s@[2001:db8::1]:5433/ze%3Fnith?sslmode=require"
    monkeypatch.setenv("ZENITH_DATABASE", url)
    assert env.database("ZENITH_DATABASE", FILE) == {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "ze?nith",
        "USER": "ze@nith",
        "PASSWORD": "p/s%s",
        "HOST": "2001:db8::1",
        "PORT": "5433",
        "OPTIONS": {"sslmode": "require"},
    }
    monkeypatch.setenv("ZENITH_DATABASE", "postgresql://%2Frun%2Fpostgresql/zenith")
    assert env.database("ZENITH_DATABASE", FILE)["HOST"] == "/run/postgresql"


@pytest.mark.parametrize(
    ("url", "own", "hosts"),
    [
        ("https://zenith.example.org:443/", "https://zenith.example.org", ["zenith.example.org"]),
        ("http://ZENITH.example:8000", "http://zenith.example:8000", ["zenith.example"]),
        ("https://zénith.example", "https://xn--znith-bsa.example", ["xn--znith-bsa.example"]),
        ("http://[2001:DB8:0::1]:8000", "http://[2001:db8::1]:8000", ["[2001:db8::1]"]),
        ("http://[::1]:8000", "http://[::1]:8000", ["[::1]", "localhost", "127.0.0.1"]),
        ("", "http://127.0.0.1:8000", ["127.0.0.1", "localhost", "[::1]"]),
    ],
)
def test_the_sites_address_and_its_hosts_are_as_browsers_send_them(
    url: str, own: str, hosts: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZENITH_SITE", url)
    site = env.site("ZENITH_SITE", "http://127.0.0.1:8000")
    assert site.geturl() == own
    assert env.hosts("ZENITH_HOSTS", site, False) == hosts
    assert "localhost" in env.hosts("ZENITH_HOSTS", site, True)


def test_hosts_that_are_named_come_to_the_sites_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZENITH_HOSTS", "www.zénith.example, [2001:db8::2],")
    found = env.hosts("ZENITH_HOSTS", urlsplit("https://zenith.example"), False)
    assert found == ["zenith.example", "www.xn--znith-bsa.example", "[2001:db8::2]"]


@pytest.mark.whole
def test_a_site_on_the_internet_does_not_answer_as_localhost(tmp_path: Path) -> None:
    site = "https://zenith.example.org"
    assert start(tmp_path, "s.ALLOWED_HOSTS", SITE_URL=site) == "['zenith.example.org']"


@pytest.mark.whole
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


@pytest.mark.whole
@pytest.mark.parametrize(
    ("given", "used"), [("", "[True, 5]"), ("1", "[True, 5]"), ("0", "[False, None]")]
)
def test_whether_postgresql_keeps_statements_prepared(
    tmp_path: Path, given: str, used: str
) -> None:
    names = "server_side_binding", "prepare_threshold"
    shown = f"[s.DATABASES['default']['OPTIONS'][name] for name in {names}]"
    said = start(
        tmp_path,
        shown,
        SECRET_KEY="x" * 50,
        DATABASE_URL="postgres://zenith@db:5433/zenith",
        DATABASE_PREPARE=given,
    )
    assert said == used


@pytest.mark.whole
def test_metrics_of_several_processes_need_a_folder(tmp_path: Path) -> None:
    on = {"METRICS_TOKEN": "x" * 20, "SECRET_KEY": "x" * 50}
    grown = {**on, "REDIS_URL": "redis://redis:6379/0"}
    folder = tmp_path / "metrics"
    installed = "'zenith_site.metrics' in s.INSTALLED_APPS"
    assert "PROMETHEUS_MULTIPROC_DIR is not set" in start(tmp_path, **grown)
    assert start(tmp_path, installed, PROMETHEUS_MULTIPROC_DIR=str(folder), **grown) == "True"
    assert folder.is_dir()
    assert start(tmp_path, installed, **on) == "True"
    assert start(tmp_path, installed) == "False"


@pytest.mark.whole
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
    """Return the id of a parameter without its address in memory: all workers need the same id."""
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
        (env.secret, (), "short"),
        (env.secret, (), ""),
        (env.site, ("",), "zenith.example.org"),
        (env.site, ("",), "ftp://zenith.example.org"),
        (env.site, ("",), "https://zenith.example.org/play"),
        (env.site, ("",), "https://zenith.example.org?x=1"),
        (env.site, ("",), "https://me@zenith.example.org"),
        (env.site, ("",), "https://zenith.example.org:port"),
        (env.site, ("",), "https://zenith example.org"),
        (env.site, ("",), "https://"),
        (env.site, ("",), "https://["),
        (env.site, ("",), "https://-zenith..example"),
        (env.hosts, (SITE, False), "*"),
        (env.hosts, (SITE, False), "https://zenith.example.org"),
        (env.hosts, (SITE, False), "zenith.example.org:8000"),
        (env.hosts, (SITE, False), "[zenith]"),
        (env.database, (FILE,), "mysql://db/zenith"),
        (env.database, (FILE,), "nonsense"),
        (env.database, (FILE,), "postgres://db"),
        (env.database, (FILE,), "postgres://zenith:secret@db:port/zenith"),
        (env.database, (FILE,), "postgres://zenith:sec#ret@db/zenith"),
        (env.database, (FILE,), "sqlite:///"),
        (env.database, (FILE,), "sqlite://data/zenith.sqlite3"),
        (env.database, (FILE,), "sqlite:////data/a#b"),
        (env.database, (FILE,), "sqlite:////data/a?b"),
        (env.redis_address, (), "http://redis"),
        (env.redis_address, (), "redis://"),
        (env.redis_address, (), "redis://redis/zenith"),
        (env.redis_address, (), "redis://redis:port/0"),
        (env.redis_addresses, ("",), "redis://r1/0,,redis://r2/0"),
        (env.redis_addresses, ("",), "redis://r1/0 redis://r2/0"),
        (env.database, (FILE,), "postgres://h1,/zenith"),
        (env.database, (FILE,), "postgres://h1:5432,h2:port/zenith"),
        (env.replica, ({"ENGINE": "postgresql"},), "sqlite:////data/zenith.sqlite3"),
        (env.former_secrets, (), "short"),
        (env.sender, ("",), "nobody"),
        (env.sender, ("",), "@"),
        (env.path_secret, (), "too-short"),
        (env.path_secret, (), "long enough, but no part of an address"),
        (env.mailer, (), "mail.example.org"),
        (env.mailer, (), "smtp://"),
        (env.mailer, (), "smtp://mail.example.org:port"),
        (env.mailer, (), "file://relative"),
        (env.mailer, (), "file:///mails#1"),
        (env.mailer, (), "https://mail.example.org"),
        (env.folder, (Path("x"),), "/dev/null/data"),
        (env.folder, (), ""),
        (env.dsn, (), "errors.example.org"),
        (env.dsn, (), "https://errors.example.org/1"),
        (env.dsn, (), "https://key@errors.example.org"),
        (env.dsn, (), "https://key@errors.example.org/zenith"),
        (env.contact, (), "security@example.org"),
        (env.contact, (), "mailto:security"),
        (env.contact, (), "http://example.org/report"),
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
        (env.dsn, "https://hunter2@errors.example.org"),
    ],
    ids=named,
)
def test_passwords_are_not_repeated(
    reader: Any, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    args = (FILE,) if reader is env.database else ()
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


HOSTS = [
    ("postgres://me:pw@h1:5432,h2:5433/zenith", "h1,h2", "5432,5433", "read-write"),
    ("postgres://me@h1,h2:5433/zenith?target_session_attrs=primary", "h1,h2", ",5433", "primary"),
    ("postgres://me@h1,h2/zenith", "h1,h2", "", "read-write"),
    (
        "postgres://[2001:db8::1]:1,[2001:db8::2]:2/x",
        "2001:db8::1,2001:db8::2",
        "1,2",
        "read-write",
    ),
    ("postgres://me@h1/zenith", "h1", "", None),
    ("postgres:///zenith", "", "", None),
]


@pytest.mark.parametrize(("url", "hosts", "ports", "wanted"), HOSTS)
def test_a_database_on_several_hosts(
    url: str, hosts: str, ports: str, wanted: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZENITH_DATABASE", url)
    database = env.database("ZENITH_DATABASE", FILE)
    assert (database["HOST"], database["PORT"]) == (hosts, ports)
    assert database["OPTIONS"].get("target_session_attrs") == wanted


def test_a_replica_may_be_any_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZENITH_REPLICA", "postgres://me@h1,h2/zenith")
    assert env.replica("ZENITH_REPLICA", {"ENGINE": "postgresql"})["OPTIONS"] == {
        "target_session_attrs": "any"
    }
    monkeypatch.delenv("ZENITH_REPLICA")
    assert env.replica("ZENITH_REPLICA", {"ENGINE": "postgresql"}) == {}


def test_a_secret_may_lie_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "secret"
    file.write_text("x" * 30 + "\n")
    monkeypatch.setenv("ZENITH_KEY_FILE", str(file))
    assert env.secret("ZENITH_KEY") == "x" * 30
    monkeypatch.setenv("ZENITH_KEY", "y" * 30)
    with pytest.raises(ImproperlyConfigured, match="ZENITH_KEY and ZENITH_KEY_FILE are both set"):
        env.secret("ZENITH_KEY")
    monkeypatch.delenv("ZENITH_KEY")
    for content in (b"\xff\xfe\xff", None):
        file.unlink()
        if content:
            file.write_bytes(content)
        with pytest.raises(ImproperlyConfigured, match="ZENITH_KEY_FILE must be a file"):
            env.secret("ZENITH_KEY")


@pytest.mark.whole
def test_servers_and_keys_of_a_large_site(tmp_path: Path) -> None:
    keys = ("a" * 20, "b" * 20)
    names = (
        "(s.DATABASES['replica']['OPTIONS']['pool'], s.SECRET_KEY_FALLBACKS, s.CELERY_BROKER_URL"
    )
    names += ", s.CACHES['default']['LOCATION'], s.CHANNEL_LAYERS['default']['CONFIG']['hosts'])"
    shown = start(
        tmp_path,
        names,
        SECRET_KEY="x" * 50,
        SECRET_KEY_FALLBACKS=", ".join(keys),
        DATABASE_URL="postgres://me@h1,h2/zenith",
        DATABASE_REPLICA_URL="postgres://me@h3/zenith",
        REDIS_URL="redis://r1/0",
        QUEUE_REDIS_URL="redis://r2/0",
        HINTS_REDIS_URLS="redis://r3/0, redis://r4/0",
    )
    for part in ("max_size", str(list(keys)), "'redis://r2/0'", "'redis://r1/0'", "r3/0'", "r4/0'"):
        assert part in shown


@pytest.mark.whole
@pytest.mark.parametrize(
    "values",
    [
        {"QUEUE_REDIS_URL": "redis://r2/0"},
        {"HINTS_REDIS_URLS": "redis://r2/0"},
        {"DATABASE_REPLICA_URL": "postgres://h3/zenith"},
    ],
    ids=named,
)
def test_a_part_without_its_whole_is_refused(values: dict[str, str], tmp_path: Path) -> None:
    assert "ImproperlyConfigured" in start(tmp_path, **values)
