"""The large site, made once; its tests let one part after another die while people play.

Run with `make test-hosts`, as root; an ordinary run leaves this folder out (`tests/conftest.py`).
"""

import json
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

import pytest

from tests.grown.people import Person
from tests.hosts.players import Events, playing
from tools.grown.services import until
from tools.hosts.site import DATABASES, MEMORIES, WEB, WORKERS, LargeSite, needs, start, stop

PEOPLE = 8
FOUND = 302
MAKE_PEOPLE = f"""
import json
from allauth.account.models import EmailAddress
from django.test import Client
from accounts.models import User
sessions = []
for number in range({PEOPLE}):
    client, email = Client(), f"player{{number}}@example.org"
    user = User.objects.create(username=f"player{{number:02}}", email=email)
    EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    sessions.append(client.cookies["sessionid"].value)
print(json.dumps(sessions))
"""


@dataclass
class Measured:
    """What the players went through in one of the tests."""

    what: str
    wait: float
    requests: int
    failed: int

    def __str__(self) -> str:
        return f"| {self.what} | {self.wait:.1f} s | {self.failed} of {self.requests} |"


FIGURES: list[Measured] = []


@pytest.fixture(scope="session")
def site() -> Iterator[LargeSite]:
    reason = needs()
    assert not reason, reason
    folder = Path(tempfile.mkdtemp(prefix="zenith-hosts-"))
    site = start(folder)
    try:
        yield site
    finally:
        stop(site)
        folder.rmdir()


@pytest.fixture(scope="session")
def people(site: LargeSite) -> list[Person]:
    sessions = json.loads(site.manage("shell", "--verbosity", "0", "-c", MAKE_PEOPLE))
    return [Person(session, site.address) for session in sessions]


@pytest.fixture(scope="module")
def events(site: LargeSite, people: list[Person]) -> Iterator[Events]:
    """Return what players go through who play during all tests of a module."""
    ((last,),) = site.rows("SELECT coalesce(max(id), 0) FROM notifications_notification")
    with playing(site, people) as events:
        events.last_mail = last
        try:
            until(lambda: len(events.confirmed) > PEOPLE)
            yield events
        finally:
            print(events.trouble, events.failures[-3:])
    print("\n| what happened | longest wait for a move | failed requests |\n|---|---|---|")
    print("\n".join(map(str, FIGURES)))
    print("Started again:", site.restarts)


Measure = Callable[[str, Callable[[], None], Callable[[], object]], Measured]


@pytest.fixture
def measure(site: LargeSite, people: list[Person], events: Events) -> Iterator[Measure]:
    """Return what lets something happen, waits until it is over, and says what players noticed.

    Mails to all are on their way when it happens. Afterwards everything that has died is started
    again, and is whole before the next test.
    """

    def measured(what: str, happen: Callable[[], None], is_over: Callable[[], object]) -> Measured:
        for person in people:
            if person.post("/notifications/tests/mail/").status == FOUND:  # one a minute is enough
                events.mails += 1
        begin, requests, failed = monotonic(), events.requests, len(events.failures)
        happen()
        until(is_over, 90)
        now = monotonic()
        until(lambda: events.moved_since(now), 90)
        wait = events.longest_wait(begin)
        asked, lost = events.requests - requests, len(events.failures) - failed
        FIGURES.append(Measured(what, wait, asked, lost))
        print(FIGURES[-1], events.failures[failed:][:5])
        return FIGURES[-1]

    yield measured
    make_whole(site)


def make_whole(site: LargeSite) -> None:
    """Start what has died, as systemd does, and wait until all is as at first."""
    for host in site.hosts.values():
        host.heal()
    site.start("etcd", "patroni", on=DATABASES)
    site.start("redis-server", "redis-sentinel", on=MEMORIES)
    site.start("zenith-web", on=WEB)
    site.start("zenith-worker", "zenith-beat", on=WORKERS)
    until(lambda: site.primary() and len(site.voters()) == len(DATABASES) - 1, 90)
    until(lambda: [*site.replicas().values()] == [len(MEMORIES) - 1], 90)
    until(lambda: all(site.ask(web, "/servingz", 8000)[0] == 200 for web in WEB), 90)
