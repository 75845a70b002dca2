"""PostgreSQL, Redis and the site's processes: all of the tests' own, on free ports."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Self

import psycopg

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0
"""Seconds that anything may take: many times what it takes on a machine with much to do."""
WORKERS = ("site", "bots", "reviews", "push", "webhook", "mail")
CONFINED = (
    *("unshare", "--mount", "sh", "-euc"),
    'mount -t tmpfs -o mode=1777,size=64m tmpfs "$TMPDIR"; mount -o remount,bind,ro /; '
    'exec setpriv --no-new-privs --inh-caps=-all --bounding-set=-all "$@"',
    "confined",
)
"""Before a command: it can write to TMPDIR only and has no capabilities, as a container of
docker-compose.yml. As root.
"""
PARTS = (*(f"worker-{queue}" for queue in WORKERS), "beat")
SMALL = ("worker", "beat")
"""The parts of a small site beside its web process."""


def until[Found](look: Callable[[], Found], patience: float = PATIENCE) -> Found:
    """Look again and again until something true is found; return it."""
    end = monotonic() + patience
    while not (answer := look()):
        assert monotonic() < end, f"waited in vain; the last answer was {answer!r}"
        sleep(0.02)
    return answer


def free_ports(count: int) -> list[int]:
    """Return ports that no process listens on."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [server.getsockname()[1] for server in sockets]
    for server in sockets:
        server.close()
    return ports


def listens(port: int) -> bool:
    """Whether a process answers on a port."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
    except OSError:
        return False
    return True


def _run(folder: Path, program: str, *args: str) -> None:
    """Run a program of PostgreSQL on a server's folder, as its user."""
    path = shutil.which(program) or max(
        Path("/usr/lib/postgresql").glob(f"*/bin/{program}"),
        key=lambda path: int(path.parts[4]),
        default=None,
    )
    assert path is not None, "PostgreSQL is not installed (Debian: apt-get install postgresql)"
    user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    subprocess.run(
        [*user, str(path), "-D", str(folder), *args],
        cwd="/",
        check=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.STDOUT,
    )


class Postgres:
    """A PostgreSQL server with an empty database. It refuses to be root: then it is `postgres`."""

    def __init__(self, folder: Path, port: int, *settings: str) -> None:
        """Create the database; `settings`: more of the server, as `name=value`."""
        self.folder = folder
        self.port = port
        self.url = self.url_of("postgres")
        self.options = f"-p {port}"
        for setting in (
            "listen_addresses=127.0.0.1",
            "unix_socket_directories=''",
            "fsync=off",
            *settings,
        ):
            self.options += f" -c {setting}"
        folder.mkdir()
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        _run(self.folder, "initdb", "-U", "postgres", "--auth", "trust", "--no-sync")

    def start(self) -> None:
        """Start, and wait until it takes connections."""
        log = str(self.folder / "log")
        _run(self.folder, "pg_ctl", "-w", "-l", log, "-o", self.options, "start")

    def url_of(self, role: str) -> str:
        """Return the address of the database for a role."""
        return f"postgres://{role}@127.0.0.1:{self.port}/postgres"

    @property
    def pid(self) -> int:
        """The server's first process, the parent of all others."""
        return int((self.folder / "postmaster.pid").read_text().split()[0])

    def restart(self) -> None:
        """Cut all connections off and start again."""
        log = str(self.folder / "log")
        _run(self.folder, "pg_ctl", "-w", "-m", "fast", "-l", log, "-o", self.options, "restart")

    def stop(self) -> None:
        """Stop at once."""
        _run(self.folder, "pg_ctl", "-w", "-m", "immediate", "stop")


class Replica:
    """A copy of a PostgreSQL server that follows it."""

    def __init__(self, folder: Path, primary: Postgres, port: int) -> None:
        """Copy the primary, which runs; start the copy."""
        self.folder = folder
        self.url = f"postgres://postgres@127.0.0.1:{port}/postgres"
        source = f"host=127.0.0.1 port={primary.port} user=postgres"
        folder.mkdir(mode=0o700)
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        _run(folder, "pg_basebackup", "-R", "-X", "stream", "-c", "fast", "-d", source)
        options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=''"
        log = str(folder / "log")
        _run(folder, "pg_ctl", "-w", "-l", log, "-o", f"{options} -c fsync=off", "start")

    def rows(self, query: str) -> list[Any]:
        """Return the rows of a query."""
        with closing(psycopg.connect(self.url, autocommit=True)) as connection:
            return connection.execute(query).fetchall()

    def stop(self) -> None:
        """Stop at once, if it runs."""
        if (self.folder / "postmaster.pid").exists():
            _run(self.folder, "pg_ctl", "-w", "-m", "immediate", "stop")


class PgBouncer:
    """A pooler in transaction mode, in front of a PostgreSQL server.

    It uses each connection to the server for a single transaction: whatever has to outlive one is
    gone, as on a busy site.
    """

    def __init__(self, folder: Path, postgres: Postgres) -> None:
        (self.port,) = free_ports(1)
        self.url = postgres.url.replace(f":{postgres.port}/", f":{self.port}/")
        folder.mkdir()
        self.ini = folder / "pgbouncer.ini"
        self.ini.write_text(
            f"[databases]\n* = host=127.0.0.1 port={postgres.port} user=postgres\n"
            f"[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {self.port}\n"
            "unix_socket_dir =\nauth_type = any\npool_mode = transaction\nserver_lifetime = 0\n"
            "ignore_startup_parameters = extra_float_digits\n"
        )
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        """Start it; it refuses to be root: then it is `postgres`."""
        program = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
        assert program, "PgBouncer is not installed (Debian: apt-get install pgbouncer)"
        user = ["setpriv", "--reuid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
        self.process = subprocess.Popen(
            [*user, program, "--quiet", str(self.ini)],
            cwd="/",
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        until(lambda: listens(self.port))
        return self

    def __exit__(self, *_error: object) -> None:
        """End it."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()


class Redis:
    """A Redis server that forgets everything when it ends."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        self.port = port
        self.url = f"redis://127.0.0.1:{port}/0"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and wait until it takes connections."""
        assert shutil.which("redis-server"), "Redis is not installed (apt-get install redis-server)"
        self.process = subprocess.Popen(
            ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""],
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
        )
        until(lambda: listens(self.port))

    def kill(self) -> None:
        """End it like a power cut."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


class Part:
    """A part of `bin/grown`, with its children in a group of their own."""

    confinement: tuple[str, ...] = ()
    """What stands before its command."""

    def __init__(self, name: str, env: dict[str, str], log: Path, root: Path = ROOT) -> None:
        self.name = name
        self.env = env
        self.log = log
        self.root = root
        self.read = 0
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def runs(self) -> bool:
        """Whether it has been started and not ended."""
        return self.process is not None and self.process.poll() is None

    def start(self) -> None:
        """Start it, or wake it up."""
        if self.runs:
            self.signal(signal.SIGCONT)
        else:
            with self.log.open("ab") as log:
                self.process = subprocess.Popen(
                    [*self.confinement, "bin/grown", self.name],
                    cwd=self.root,
                    env=self.env,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                )

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to it and all its children."""
        assert self.process is not None
        os.killpg(self.process.pid, number)

    def grandchildren(self) -> list[int]:
        """Return the processes of a worker that do its tasks."""
        assert self.process is not None
        listed = subprocess.run(
            ["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True
        )
        pairs = [line.split() for line in listed.stdout.splitlines()]
        parents = {int(pid): int(parent) for pid, parent in pairs}
        return [pid for pid in parents if parents.get(parents[pid]) == self.process.pid]

    def kill(self) -> None:
        """End it like a power cut."""
        self.signal(signal.SIGKILL)
        assert self.process is not None
        self.process.wait()

    def news(self) -> str:
        """Return what it has written since the last time."""
        written = self.log.read_text()
        new, self.read = written[self.read :], len(written)
        return new and f"--- {self.log.name}\n{new}"

    def terminate(self) -> None:
        """Ask it to end."""
        if self.runs:
            self.signal(signal.SIGCONT)
            assert self.process is not None
            self.process.terminate()

    def ended(self) -> bool:
        """Wait until it has ended by itself; false if it had to be killed."""
        if self.process is None:
            return True
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            return False
        return True

    @contextmanager
    def asleep(self) -> Iterator[None]:
        """Let it do nothing for a while."""
        self.signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.signal(signal.SIGCONT)


@dataclass
class Grown:
    """The whole site: its web processes, workers, beat, and what they stand on."""

    folder: Path
    postgres: Postgres
    redis: Redis
    env: dict[str, str]
    web: tuple[str, ...]
    root: Path = ROOT
    """The checkout whose code runs."""
    parts: dict[str, Part] = field(default_factory=dict)
    sessions: list[str] = field(default_factory=list)
    """Of people whom no test has had."""

    @property
    def bots(self) -> Part:
        """The worker that plays the bots."""
        return self.parts["worker-bots"]

    def heal(self) -> None:
        """Start whatever a test has ended, and wait until every page can be served."""
        if not listens(self.postgres.port):
            self.postgres.start()
        if self.redis.process is None:
            self.redis.start()
        for part in self.parts.values():
            part.start()
        for web in self.web:
            until(partial(self._has_database, web))

    def _has_database(self, web: str) -> object:
        return self.ready(web).get("database")

    def stop(self) -> None:
        """Stop everything."""
        for part in self.parts.values():
            part.terminate()
        obeyed = {part.name: part.ended() for part in self.parts.values()}
        self.redis.kill()
        self.postgres.stop()
        assert all(obeyed.values()), obeyed

    def news(self) -> str:
        """Return what the processes have written since the last time."""
        return "".join(part.news() for part in self.parts.values())

    def ready(self, web: str, path: str = "/readyz") -> dict[str, bool]:
        """Ask one web process for /readyz; return what is well, nothing if no process answers.

        The answer must be 200 if everything is, else 503.
        """
        connection = HTTPConnection(web, timeout=PATIENCE)
        try:
            connection.request("GET", path)
            response = connection.getresponse()
            answer = json.loads(response.read())
        except (OSError, HTTPException):
            return {}
        finally:
            connection.close()
        parts = {name: part["ok"] for name, part in answer["parts"].items()}
        assert response.status == (200 if all(parts.values()) else 503)
        return parts

    def manage(self, *args: str, env: dict[str, str] | None = None) -> str:
        """Run `manage.py`; it must not fail."""
        done = subprocess.run(
            [python_of(self.root), "manage.py", *args],
            cwd=self.root,
            env=env or self.env,
            capture_output=True,
            text=True,
            check=False,
            timeout=2 * PATIENCE,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def rows(self, query: str, *values: object) -> list[Any]:
        """Ask the database on a connection of its own; what is written is committed."""
        with psycopg.connect(self.postgres.url, autocommit=True) as connection:
            cursor = connection.execute(query.encode(), values)
            return cursor.fetchall() if cursor.description else []

    @contextmanager
    def locked(self, query: str, *values: object) -> Iterator[None]:
        """Hold the locks of a query, which changes nothing, until the end."""
        with closing(psycopg.connect(self.postgres.url)) as connection:
            connection.execute(query.encode(), values)
            yield

    def held_up(self, beginning: str) -> int:
        """Return how many sessions wait for a lock in a statement that begins like this."""
        rows = self.rows(
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
            " AND starts_with(query, %s)",
            beginning,
        )
        return int(rows[0][0])

    def cut_off(self, beginning: str) -> None:
        """End such sessions, and wait until they have ended."""
        self.rows(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE wait_event_type = 'Lock' AND starts_with(query, %s)",
            beginning,
        )


def python_of(root: Path) -> str:
    """Return the Python of a checkout."""
    return sys.executable if root == ROOT else str(root / ".venv/bin/python")


def start_grown(
    folder: Path,
    root: Path = ROOT,
    *,
    counts_statements: bool = False,
    is_small: bool = False,
    is_confined: bool = False,
) -> Grown:
    """Start everything on free ports; the caller stops it.

    `root`: the checkout whose code runs. `counts_statements`: of the role `web` and of the role
    `workers`, in the view `pg_stat_statements`. `is_small`: one web process, and one worker for
    all queues. `is_confined`: each part can write only where its container can.
    """
    database, redis_port, *web_ports = free_ports(3 if is_small else 4)
    counting = ["shared_preload_libraries=pg_stat_statements"] if counts_statements else []
    postgres = Postgres(folder / "postgres", database, *counting)
    redis = Redis(folder, redis_port)
    env = {
        "PATH": os.environ["PATH"],
        "LANG": "C.UTF-8",
        "DATABASE_URL": postgres.url,
        "REDIS_URL": redis.url,
        "DATA_DIR": str(folder / "data"),
        "TMPDIR": str(folder),
        "SECRET_KEY": "a key for these tests only",
        "SITE_URL": f"http://127.0.0.1:{web_ports[0]}",
        "EMAIL_URL": f"file://{folder / 'mails'}",
    }
    addresses = tuple(f"127.0.0.1:{port}" for port in web_ports)
    grown = Grown(folder, postgres, redis, env, addresses, root)
    postgres.start()
    try:
        redis.start()
        subprocess.run(["bin/grown", "migrate"], cwd=root, env=env, check=True)
        for role in ("web", "workers"):
            grown.rows(f"CREATE ROLE {role} SUPERUSER LOGIN")
        if counts_statements:
            grown.rows("CREATE EXTENSION pg_stat_statements")
        for number, port in enumerate(web_ports, 1):
            web = {**env, "DATABASE_URL": postgres.url_of("web"), "PORTS": str(port)}
            grown.parts[f"web-{number}"] = Part("web", web, folder / f"web-{number}.log", root)
        for name in SMALL if is_small else PARTS:
            work = {**env, "DATABASE_URL": postgres.url_of("workers")}
            grown.parts[name] = Part(name, work, folder / f"{name}.log", root)
        if is_confined:
            _confine(grown)
        grown.heal()
    except BaseException:
        grown.stop()
        raise
    return grown


def _confine(grown: Grown) -> None:
    writable = grown.folder / "tmp"
    writable.mkdir()
    for part in grown.parts.values():
        part.confinement = CONFINED
        part.env |= {
            "TMPDIR": str(writable),
            "EMAIL_URL": f"file://{writable}/mails",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        if part.name == "beat":
            part.env["DATA_DIR"] = str(writable)
