"""The sites that are measured: running ones, and grown ones that the tool starts."""

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tools.grown.services import ROOT, Grown, python_of, start_grown
from tools.load.browser import LoadError
from tools.load.processes import cpu_seconds, memory

PASSWORD = "load-and-measure-only"

MAKE_PLAYERS = """
import json, sys
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from accounts.names import key_of
from accounts.models import User
names = json.loads({names!r})
password = make_password({password!r})
users = User.objects.bulk_create(
    User(
        username=name, name_key=key_of(name), email=f"{{name}}@example.org", password=password
    )
    for name in names
)
EmailAddress.objects.bulk_create(
    EmailAddress(user=user, email=user.email, verified=True, primary=True) for user in users
)
print(json.dumps([user.pk for user in users]))
"""
READ_SETUPS = """
import json
from games.tables.models import Game
print(json.dumps(dict(Game.objects.filter(pk__in={pks}).values_list("pk", "setup"))))
"""
DELETE_ALL = """
from accounts.models import User
from games.tables.models import Game
Game.objects.filter(creator__username__startswith={mark!r}).delete()
User.objects.filter(username__startswith={mark!r}).delete()
"""


@dataclass
class Site:
    """A site, the checkout whose code it runs, and its processes by name."""

    name: str
    addresses: list[str]
    root: Path
    env: dict[str, str]
    processes: dict[str, list[int]] = field(default_factory=dict)
    grown: Grown | None = None
    """If the tool has started it."""

    def manage(self, *args: str) -> str:
        """Run the site's `manage.py` and return what it prints."""
        done = subprocess.run(
            [python_of(self.root), "manage.py", *args],
            cwd=self.root,
            env=self.env,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            lines = (done.stdout + done.stderr).strip().splitlines() or [""]
            raise LoadError(f"manage.py {args[0]} failed: {lines[-1]}")
        return done.stdout

    def script(self, code: str) -> Any:
        """Run code in the site's shell; return the JSON that it prints."""
        printed = self.manage("shell", "--verbosity", "0", "-c", code)
        return json.loads(printed) if printed.strip() else None

    def make_players(self, names: list[str]) -> None:
        """Create users with verified addresses and `PASSWORD`."""
        self.script(MAKE_PLAYERS.format(names=json.dumps(names), password=PASSWORD))

    def setups(self, pks: list[int]) -> dict[int, Any]:
        """Return the engine's records of games before the first action."""
        if self.grown is not None:
            query = "SELECT id, setup FROM tables_game WHERE id = ANY(%s)"
            return dict(self.grown.rows(query, pks))
        setups = self.script(READ_SETUPS.format(pks=pks))
        return {int(pk): setup for pk, setup in setups.items()}

    def delete(self, mark: str) -> None:
        """Delete the users whose name begins with `mark`, and their games."""
        self.script(DELETE_ALL.format(mark=mark))

    def cpu(self) -> dict[str, float]:
        """Return the processor seconds of each kind of process so far."""
        return {name: cpu_seconds(pids) for name, pids in self.processes.items()}

    def memory(self) -> dict[str, list[int]]:
        """Return the bytes of each process by its part of a site that the tool has started."""
        grown = self.grown
        assert grown is not None
        assert grown.redis.process is not None
        pids = {name: part.process.pid for name, part in grown.parts.items() if part.process}
        pids |= {"PostgreSQL": grown.postgres.pid, "Redis": grown.redis.process.pid}
        sizes = {name: memory(pid) for name, pid in pids.items()}
        # The first process of a part is the shell of bin/grown, which no container has.
        return {name: size[1:] if name in grown.parts else size for name, size in sizes.items()}

    def statements(self) -> int | None:
        """Return how many statements the web processes have sent so far, if that is counted."""
        if self.grown is None:
            return None
        counted = self.grown.rows(
            "SELECT coalesce(sum(calls), 0) FROM pg_stat_statements WHERE userid = 'web'::regrole"
        )
        return int(counted[0][0])


def running_site(addresses: list[str], processes: dict[str, list[int]]) -> Site:
    """Return the site of this checkout and environment that answers at some addresses."""
    return Site("", addresses, ROOT, dict(os.environ), processes)


@contextmanager
def started_site(
    name: str, root: Path, *, is_small: bool = False, is_confined: bool = False
) -> Iterator[Site]:
    """Start a grown site of a checkout with its own PostgreSQL and Redis; stop it at the end."""
    if not Path(python_of(root)).exists():
        raise LoadError(f"{root} has no .venv: run `make venv` in it first.")
    folder = Path(tempfile.mkdtemp(prefix="zenith-load-"))
    folder.chmod(0o755)  # the user `postgres` has to come through
    try:
        grown = start_grown(
            folder, root, counts_statements=not is_small, is_small=is_small, is_confined=is_confined
        )
        try:
            yield site_of(name, root, grown)
        finally:
            grown.stop()
    finally:
        shutil.rmtree(folder)


def site_of(name: str, root: Path, grown: Grown) -> Site:
    """Return a grown site that has been started."""
    pids = {name: part.process.pid for name, part in grown.parts.items() if part.process}
    assert grown.redis.process is not None
    processes = {
        "web": [pid for part, pid in pids.items() if part.startswith("web")],
        "workers": [pid for part, pid in pids.items() if not part.startswith("web")],
        "PostgreSQL": [grown.postgres.pid],
        "Redis": [grown.redis.process.pid],
    }
    addresses = [f"http://{web}" for web in grown.web]
    return Site(name, addresses, root, grown.env, processes, grown)
