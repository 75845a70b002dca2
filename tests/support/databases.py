"""An empty SQLite database with all migrations, made once and copied by each process of tests.

To migrate one takes as long as some hundred tests. What a copy lacks, `migrate` still adds: it runs
on each of them. `tests/upgrades` migrates databases step by step.
"""

import fcntl
import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KEPT = 7 * 24 * 3600
"""Seconds after its last use when a database is deleted."""


def copy_migrated(to: Path) -> None:
    """Copy the database with all migrations there."""
    folder = Path(tempfile.gettempdir(), f"zenith-migrated-{os.getuid()}")
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.stat().st_uid != os.getuid():
        raise PermissionError(f"{folder} belongs to another user.")
    file = folder / f"{_digest()}.sqlite3"
    with (folder / "lock").open("w") as lock:  # the first one makes it, the others wait
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not file.exists():
            _migrate(file)
            _tidy(file)
    os.utime(file)
    shutil.copyfile(file, to)


def put_into(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    """Replace all that a database has; fail if another connection has a transaction open there.

    SQLite alone would wait for the end of that transaction for ever.
    """

    def refuse_to_wait(status: int, _left: int, _pages: int) -> None:
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise sqlite3.OperationalError("A transaction of this test is still open.")

    source.backup(target, progress=refuse_to_wait)


def _digest() -> str:
    """Return a name for what all migrations lead to: they, the apps, the locked packages."""
    digest = hashlib.sha256()
    for file in _sources():
        digest.update(b"%s %d " % (str(file.relative_to(ROOT)).encode(), file.stat().st_size))
        digest.update(file.read_bytes())
    return digest.hexdigest()[:32]


def _sources() -> Iterator[Path]:
    for app in ("accounts", "games"):
        yield from sorted((ROOT / app).glob("**/migrations/*.py"))
    yield ROOT / "zenith_site" / "settings.py"
    yield ROOT / "requirements" / "base.txt"


def _migrate(file: Path) -> None:
    with tempfile.TemporaryDirectory(dir=file.parent) as name:
        made = Path(name, "migrated.sqlite3")
        own = {
            "DJANGO_SETTINGS_MODULE": "zenith_site.settings",
            "DEBUG": "1",
            "DATA_DIR": name,
            "DATABASE_URL": f"sqlite:///{made}",
            "REDIS_URL": "",
        }
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "--no-input", "--verbosity", "0"],
            cwd=ROOT,
            env=os.environ | own,
            check=True,
        )
        made.rename(file)


def _tidy(new: Path) -> None:
    """Delete what has not been used for long; `--days-later` moves the clock, but no file's."""
    for old in new.parent.glob("*.sqlite3"):
        if old.stat().st_mtime < new.stat().st_mtime - KEPT:
            old.unlink(missing_ok=True)
