"""The whole site in a process of its own, as `make play` runs it."""

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.support.databases import copy_migrated

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Person:
    """A player with an account who is logged in already."""

    name: str
    session: str


@dataclass
class Site:
    """A running site."""

    address: str
    folder: Path
    process: "subprocess.Popen[str]"
    scripts: "Scripts"
    people: list[Person] = field(default_factory=list)
    made: int = 0
    """How many people there are, with those who have been given away."""

    def script(self, code: str) -> Any:
        """Run Python with the site's settings beside it; return what it prints, read as JSON."""
        answer = self.scripts.run(code)
        assert "error" not in answer, answer["error"]
        return json.loads(answer["printed"]) if answer["printed"].strip() else None

    def someone(self) -> Person:
        """Return a person whom no other test has had."""
        if not self.people:
            made = self.script(MAKE_PEOPLE.format(first=self.made))
            self.made += len(made)
            self.people = [Person(*one) for one in made]
        return self.people.pop(0)


START = """
import sys
from zenith_site import alone
def prepare():
    from engine.analysis.review.playing_on import Budget
    from games.review.services import reviews
    from games.tables import watch
    reviews.BUDGETS = dict.fromkeys((2, 4), Budget(2, looks=(2,), choosing_rounds=0, rounds=1))
    watch.LOOK_EVERY = 2.0
alone.prepare = prepare
sys.exit(alone.main())
"""
"""Starts the site as `make play` does; what scripts change beside it shows after two seconds.

A review plays less far on: those of a few games would take longer than all pages.
"""

SCRIPTS = """
import contextlib, io, json, sys, traceback, django
django.setup()
from django.core.cache import cache
from django.db import connections
for line in sys.stdin:
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            exec(json.loads(line), {"__name__": "script"})
        answer = {"printed": printed.getvalue()}
    except BaseException:
        answer = {"error": traceback.format_exc()}
    cache.clear()
    connections.close_all()
    print(json.dumps(answer), flush=True)
"""


class Scripts:
    """A process beside the site that runs code: to start one for each would take seconds."""

    def __init__(self, env: dict[str, str]) -> None:
        self.env = env
        self.process: subprocess.Popen[str] | None = None

    def run(self, code: str) -> dict[str, str]:
        """Return what the code printed, or its error."""
        if self.process is None:
            self.process = subprocess.Popen(
                [sys.executable, "-c", SCRIPTS],
                cwd=ROOT,
                env=self.env,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(code) + "\n")
        self.process.stdin.flush()
        answer: dict[str, str] = json.loads(self.process.stdout.readline())
        return answer

    def stop(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.communicate()


MAKE_PEOPLE = """
import json
from allauth.account.models import EmailAddress
from django.test import Client
from accounts.models import User
people = []
for number in range({first}, {first} + 12):
    name = f"player{{number:02}}"
    user = User(username=name, email=f"{{name}}@example.org")
    user.set_unusable_password()
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    people.append([name, client.cookies["sessionid"].value])
print(json.dumps(people))
"""


def address_of(process: "subprocess.Popen[str]", log: Path) -> str:
    assert process.stdout is not None
    said = ""
    until = time.monotonic() + 120
    while time.monotonic() < until and process.poll() is None:
        ready, _, _ = select.select([process.stdout], [], [], 1)
        if ready:
            said += os.read(process.stdout.fileno(), 4096).decode()
        if found := re.search(r"Zenith is at (\S+)\n", said):
            return found[1]
    raise AssertionError(f"The site did not start: {log.read_text()[-4000:]}")


def environment(folder: Path) -> dict[str, str]:
    """Return the environment of a site with its data in a folder."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO_")}
    env.pop("SITE_URL", None)
    return {
        **env,
        "DATA_DIR": str(folder),
        "DATABASE_URL": f"sqlite:///{folder / 'zenith.sqlite3'}",
        "REDIS_URL": "",
        "PORT": "0",
        "HOST": "127.0.0.1",
        "DEBUG": "0",
        "DEMO": "1",
        "SECRET_KEY": "a key for these tests only",
        "EMAIL_URL": f"file://{folder / 'mails'}",
        "DJANGO_SETTINGS_MODULE": "tests.e2e.site_settings",
        "PYTHONUNBUFFERED": "1",
    }


def prepare(folder: Path) -> None:
    """Make a migrated database and collect the static files: the data with which a site starts."""
    (folder / "mails").mkdir(parents=True)
    (folder / "static").mkdir()
    copy_migrated(folder / "zenith.sqlite3")
    subprocess.run(
        [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"],
        cwd=ROOT,
        env=environment(folder),
        check=True,
    )


@contextmanager
def running_site(folder: Path) -> Iterator[Site]:
    """Start the site on a free port with its data in a folder; stop it at the end."""
    if not (folder / "static").exists():
        prepare(folder)
    env = environment(folder)
    log = (folder / "site.log").open("w")
    process = subprocess.Popen(
        [sys.executable, "-c", START],
        cwd=ROOT,
        env=env,
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
    )
    try:
        address = address_of(process, folder / "site.log")
        scripts = Scripts({**env, "SITE_URL": address})
        try:
            yield Site(address, folder, process, scripts)
        finally:
            scripts.stop()
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout:
            process.stdout.close()
        log.close()
    trouble = (folder / "site.log").read_text()
    assert "Traceback" not in trouble, trouble[-4000:]
