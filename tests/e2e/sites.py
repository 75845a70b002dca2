"""The whole site in a process of its own, as `make play` runs it."""

import json
import os
import re
import select
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Person:
    """Somebody with an account who is logged in already."""

    name: str
    session: str


@dataclass
class Site:
    """A running site."""

    address: str
    folder: Path
    process: "subprocess.Popen[str]"
    env: dict[str, str]
    people: list[Person] = field(default_factory=list)

    def script(self, code: str) -> Any:
        """Run Python with the site's settings beside it; return what it prints, read as JSON."""
        done = subprocess.run(
            [sys.executable, "-c", f"import django; django.setup()\n{code}"],
            cwd=ROOT,
            env=self.env,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout) if done.stdout.strip() else None

    def someone(self) -> Person:
        """Return a person whom no other test has had."""
        return self.people.pop(0)


MAKE_PEOPLE = """
import json
from allauth.account.models import EmailAddress
from django.test import Client
from accounts.models import User
people = []
for number in range(160):
    name = f"player{number:02}"
    user = User(username=name, email=f"{name}@example.org")
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
