"""The whole site on twelve hosts, from the files in `deploy/large`, as docs/large.md says."""

import json
import os
import secrets
import shutil
import subprocess
from contextlib import closing, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Event, Thread
from typing import Any

import psycopg
import redis
from redis.exceptions import RedisError

from tools.grown.services import ROOT, until
from tools.hosts.network import FRESH, Host, connect, put_away
from tools.hosts.units import Unit

FILES = ROOT / "deploy" / "large" / "etc"
CERTIFICATES = FILES.parent / "backup-certificates"
DATABASES = ("db1", "db2", "db3")
MEMORIES = ("redis1", "redis2", "redis3")
WEB = ("web1", "web2")
WORKERS = ("worker1", "worker2")
BACKUP = "backup"
NAMES = ["proxy", *WEB, *WORKERS, *DATABASES, *MEMORIES, BACKUP]
QUICK: Any = {"socket_timeout": 1, "socket_connect_timeout": 1}


@dataclass
class LargeSite:
    """The hosts and their units. `checkout`: what is installed in `/opt/zenith` at first."""

    folder: Path
    hosts: dict[str, Host]
    units: dict[tuple[str, str], Unit]
    password: str
    over: Event = field(default_factory=Event)
    restarts: list[str] = field(default_factory=list)
    """The units that ended by themselves and were started again."""

    def supervise(self) -> None:
        """Start units again that have failed, as systemd does, until the end."""
        while not self.over.wait(1):
            for (host, name), unit in list(self.units.items()):
                if unit.has_failed and not self.hosts[host].is_dead:
                    self.restarts.append(f"{name} on {host}")
                    unit.start()

    @property
    def address(self) -> str:
        """Host and port of the site for players."""
        return f"{self.hosts['proxy'].address}:80"

    def unit(self, host: str, name: str) -> Unit:
        """Return a unit."""
        if (host, name) not in self.units:
            self.units[host, name] = Unit(self.hosts[host], name)
        return self.units[host, name]

    def start(self, *names: str, on: tuple[str, ...]) -> None:
        """Start units on hosts."""
        for host in on:
            for name in names:
                self.unit(host, name).start()

    def rows(self, query: str, *values: object) -> list[Any]:
        """Ask the primary, through PgBouncer; what is written is committed."""
        where = f"postgres://zenith:{self.password}@{self.hosts['proxy'].address}:6432/zenith"
        with closing(psycopg.connect(where, autocommit=True, prepare_threshold=None)) as connection:
            cursor = connection.execute(query.encode(), values)
            return cursor.fetchall() if cursor.description else []

    def manage(self, *args: str, host: str = "worker1") -> str:
        """Run a management command on a host."""
        lines = self.hosts[host].read("/etc/zenith.env").splitlines()
        python = "/opt/zenith/.venv/bin/python"
        command = ["env", "--chdir", "/opt/zenith", *lines, python, "manage.py", *args]
        return self.hosts[host].run(*command)

    def heal(self) -> None:
        """Nothing: on these hosts it is systemd that starts what has ended."""

    def backups(self, *args: str) -> str:
        """Run a command of pgBackRest on the host of the backups."""
        command = ("pgbackrest", "--stanza=zenith", *args)
        return self.hosts[BACKUP].run(*command, user="postgres")

    def ask(self, host: str, path: str, port: int = 80) -> tuple[int, str]:
        """Return status and text of an answer; 0 if there is none."""
        connection = HTTPConnection(self.hosts[host].address, port, timeout=5)
        try:
            connection.request("GET", path, headers={"Host": "proxy"})
            response = connection.getresponse()
            return response.status, response.read().decode()
        except (OSError, HTTPException):
            return 0, ""
        finally:
            connection.close()

    def primary(self) -> str:
        """Return the host of the PostgreSQL that takes writes; empty if there is none."""
        return next((db for db in DATABASES if self.ask(db, "/primary", 8008)[0] == 200), "")

    def voters(self) -> list[str]:
        """Return the replicas of which one has to have what is committed."""
        return [db for db in DATABASES if self.ask(db, "/quorum", 8008)[0] == 200]

    def replicas(self) -> dict[str, int]:
        """Return how many replicas each Redis has that is a master of some."""
        replicas = {}
        for name in MEMORIES:
            with suppress(RedisError), redis.Redis(self.hosts[name].address, **QUICK) as client:
                state: Any = client.info("replication")
                if state["role"] == "master" and state["connected_slaves"]:
                    replicas[name] = state["connected_slaves"]
        return replicas

    def master(self) -> str:
        """Return the host of the Redis that takes writes and has a replica; or an empty string."""
        return next(iter(self.replicas()), "")

    def install(self, host: str, checkout: Path) -> None:
        """Let a version be the one that the host runs from its next start on."""
        link = self.hosts[host].root / "opt" / "zenith"
        link.unlink(missing_ok=True)
        link.symlink_to(checkout)

    def news(self) -> str:
        """Return the end of what each unit has printed."""
        logs = [unit.log for unit in self.units.values() if unit.log.exists()]
        return "\n".join(f"--- {log}\n{log.read_text(errors='replace')[-2500:]}" for log in logs)


def start(folder: Path, checkout: Path = ROOT) -> LargeSite:
    """Start everything; the caller stops it."""
    site = LargeSite(folder, connect(NAMES, folder), {}, secrets.token_hex(16))
    try:
        to = folder / "certificates"
        subprocess.run([CERTIFICATES, to, BACKUP, *DATABASES], check=True)
        for name in NAMES:
            _furnish(site, name, checkout)
        site.start("pgbackrest", on=(BACKUP, *DATABASES))
        site.start("etcd", "patroni", on=DATABASES)
        site.start("redis-server", "redis-sentinel", on=MEMORIES)
        site.start("haproxy", "pgbouncer", on=("proxy",))
        primary = until(site.primary, 120)
        _psql(site, primary, f"CREATE ROLE zenith LOGIN PASSWORD '{site.password}'")
        _psql(site, primary, "CREATE DATABASE zenith OWNER zenith")
        until(site.voters, 120)
        site.backups("stanza-create")
        until(site.master)
        until(lambda: _answers(site))
        site.start("zenith-migrate", on=WORKERS[:1])
        site.start("zenith-worker", "zenith-beat", on=WORKERS)
        site.start("zenith-web", on=WEB)
        until(lambda: site.ask("proxy", "/healthz")[0] == 200, 120)
        Thread(target=site.supervise, daemon=True).start()
    except BaseException:
        print(site.news())
        stop(site)
        raise
    return site


def stop(site: LargeSite) -> None:
    """Put everything away."""
    site.over.set()
    put_away(site.hosts)


def _furnish(site: LargeSite, name: str, checkout: Path) -> None:
    """Put the files of `deploy/large` and the secrets on a host."""
    host = site.hosts[name]
    shutil.copytree(FILES, host.root / "etc", dirs_exist_ok=True)
    if name in (BACKUP, *DATABASES):
        tls = host.root / "etc/pgbackrest/tls"
        shutil.copytree(site.folder / "certificates" / name, tls)
        host.run("chown", "-R", "postgres", "/etc/pgbackrest/tls")
    if name == BACKUP:
        conf = host.read("/etc/pgbackrest/repository.conf")
        host.write("/etc/pgbackrest/pgbackrest.conf", conf)
        cipher = f"[global]\nrepo1-cipher-type=aes-256-cbc\nrepo1-cipher-pass={site.password}\n"
        host.write("/etc/pgbackrest/conf.d/cipher.conf", cipher, "postgres", 0o600)
    if name in DATABASES:
        users = ("SUPERUSER", "postgres"), ("REPLICATION", "replicator"), ("REWIND", "rewinder")
        lines = [
            f"PATRONI_{key}_USERNAME={user}\nPATRONI_{key}_PASSWORD=x\n" for key, user in users
        ]
        host.write("/etc/patroni_env.conf", "".join(lines), "postgres", 0o600)
        host.run("install", "-d", "-o", "etcd", "/var/lib/etcd")
        host.run("install", "-d", "-o", "postgres", "/var/lib/postgresql", "/var/run/postgresql")
    if name in MEMORIES:
        follows = "" if name == MEMORIES[0] else f"replicaof {MEMORIES[0]} 6379\n"
        conf = host.read("/etc/redis/redis.conf") + follows
        host.write("/etc/redis/redis.conf", conf, "redis")
        host.write("/etc/redis/sentinel.conf", host.read("/etc/redis/sentinel.conf"), "redis")
        host.run("install", "-d", "-o", "redis", "/etc/redis", "/var/lib/redis", "/run/redis")
    if name == "proxy":
        host.write(
            "/etc/pgbouncer/userlist.txt", f'"zenith" "{site.password}"\n', "postgres", 0o600
        )
    if name in WEB + WORKERS:
        site.install(name, checkout)
        (host.root / "var/lib/zenith").mkdir(parents=True, exist_ok=True)
        values = {
            "SITE_URL": f"http://{site.hosts['proxy'].address}",
            "SECRET_KEY": "a key for these tests only",
            "DATABASE_URL": f"postgres://zenith:{site.password}@proxy:6432/zenith",
            "EMAIL_URL": "file:///var/lib/zenith/mails",
        }
        host.write("/etc/zenith.env", _filled((FILES / "zenith.env.example").read_text(), values))


def _filled(example: str, values: dict[str, str]) -> str:
    """Return an example of an environment file without comments, with these values."""
    lines = [line for line in example.splitlines() if line and not line.startswith("#")]
    names = dict(line.split("=", 1) for line in lines)
    return "".join(f"{name}={value}\n" for name, value in {**names, **values}.items())


def _psql(site: LargeSite, host: str, query: str) -> None:
    site.hosts[host].run("psql", "-h", "/var/run/postgresql", "-c", query, user="postgres")


def _answers(site: LargeSite) -> bool:
    with suppress(psycopg.OperationalError):
        return bool(site.rows("SELECT 1"))
    return False


def needs() -> str:
    """Return in a sentence why the hosts can't be made here; empty if they can."""
    if os.geteuid() != 0:
        return "Hosts are network namespaces: run this as root."
    if any(ROOT.is_relative_to(f"/{name}") for name in FRESH):
        return f"Hosts don't see {ROOT}, as each has its own /{' and /'.join(FRESH)}."
    programs = ["/opt/patroni/bin/patroni", "/usr/lib/postgresql/15/bin/postgres", "haproxy"]
    programs += ["etcd", "etcdctl", "redis-sentinel", "pgbouncer", "pgbackrest", "iptables", "ip"]
    missing = [name for name in programs if not shutil.which(name)]
    return f"Missing: {', '.join(missing)} (make debian-hosts)." if missing else ""


def mails(site: LargeSite) -> list[str]:
    """Return the texts of all mails that were sent."""
    texts = []
    for name in WORKERS:
        folder = site.hosts[name].root / "var/lib/zenith/mails"
        texts += [file.read_text() for file in sorted(folder.glob("*.log"))]
    return texts


def version_of(site: LargeSite, host: str) -> dict[str, Any]:
    """Return what a web host says about itself."""
    return dict(json.loads(site.ask(host, "/servingz", 8000)[1]))
