"""The grown site, made once; every test finds it whole.

Run with `pytest tests/grown`; an ordinary run leaves this folder out (`tests/conftest.py`).
"""

import json
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.grown.people import Person
from tools.grown.services import Grown, start_grown

MAKE_PEOPLE = """
import json
from django.test import Client
from accounts.models import User
sessions = []
for number in range(40):
    client = Client()
    user = User.objects.create(username=f"player{number:02}")
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    sessions.append(client.cookies["sessionid"].value)
print(json.dumps(sessions))
"""


@pytest.fixture(scope="session")
def made() -> Iterator[Grown]:
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # everything is to be put away
    # Not pytest's folder: the user `postgres` may not look into it.
    folder = Path(tempfile.mkdtemp(prefix="zenith-grown-"))
    folder.chmod(0o755)
    try:
        grown = start_grown(folder)
        try:
            grown.sessions = json.loads(
                grown.manage("shell", "--verbosity", "0", "-c", MAKE_PEOPLE)
            )
            yield grown
        finally:
            grown.stop()
    finally:
        shutil.rmtree(folder)


@pytest.fixture
def grown(made: Grown) -> Iterator[Grown]:
    """Return the site; whatever the test before has ended runs again."""
    made.heal()
    yield made
    print(made.news())  # pytest shows it when the test has failed


NewPlayer = Callable[[int], Person]


@pytest.fixture
def new_player(grown: Grown) -> NewPlayer:
    """Return what makes a new person at the first (0) or second (1) web process."""
    return lambda web: Person(grown.sessions.pop(), grown.web[web])
