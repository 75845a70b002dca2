"""The clock of the database decides, whatever the clock of a machine says."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from time import monotonic

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import User
from common import database_clock
from common.database_clock import RIGHT, _Reading
from games.tables.models import Game, Heartbeat, Status
from games.tables.services import expiry
from games.tables.tasks import mind_the_clocks
from games.tables.timekeeping import outages
from tests.support.factories import running_game

BEHIND = timedelta(minutes=6)


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    yield
    database_clock.forget()


@pytest.fixture
def differ(monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], None]:
    """Return what makes the machine's clock differ from the database's by so much."""

    def differ(ahead: timedelta) -> None:
        reading = _Reading(datetime.now(UTC) - ahead, monotonic())
        monkeypatch.setattr(database_clock, "_reading", reading)

    return differ


def test_the_time_of_the_site_is_the_databases(differ: Callable[[timedelta], None]) -> None:
    differ(-BEHIND)
    ahead = timezone.now() - datetime.now(UTC)
    assert abs(ahead - BEHIND) < RIGHT
    assert abs(database_clock.error() + BEHIND) < RIGHT


def test_a_jump_of_the_machines_clock_changes_nothing_but_is_seen_at_once(
    differ: Callable[[timedelta], None],
) -> None:
    differ(timedelta())
    before = timezone.now()
    with time_machine.travel(datetime.now(UTC) + timedelta(hours=200)):
        assert timezone.now() - before < timedelta(minutes=1)
        assert database_clock.error() > timedelta(hours=199)
        assert not database_clock.is_right()
    assert database_clock.is_right()


@pytest.mark.django_db
def test_the_clock_of_postgresql_is_read_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    database_clock.refresh()
    first = database_clock._reading
    assert (first is None) == (connection.vendor == "sqlite")
    if first is not None:
        database_clock.refresh()
        assert database_clock._reading is first
        later = first.monotonic + database_clock.OFTEN + 1
        monkeypatch.setattr(database_clock, "monotonic", lambda: later)
        database_clock.refresh()
        assert database_clock._reading is not first


@pytest.mark.django_db
@pytest.mark.parametrize("ahead", [BEHIND, -BEHIND, timedelta(hours=-200)])
def test_a_machine_whose_clock_is_wrong_ends_no_game(
    ada: User,
    ahead: timedelta,
    differ: Callable[[timedelta], None],
    client: Client,
    caplog: pytest.LogCaptureFixture,
) -> None:
    game = running_game(ada, "noisy")
    late = timezone.now() - timedelta(days=20)
    Game.objects.filter(pk=game.pk).update(paused_until=late, live=True)
    outages.beat(timezone.now())
    beats = set(Heartbeat.objects.values_list("worker", "at"))
    differ(ahead)
    mind_the_clocks()
    assert Game.objects.get(pk=game.pk).status == Status.RUNNING
    assert set(Heartbeat.objects.values_list("worker", "at")) == beats
    assert "the clock differs from the database's" in caplog.text
    for path in ("/readyz", "/servingz"):
        assert client.get(path).json()["parts"]["clock"] == {"ok": False}
    differ(timedelta())
    assert expiry.mind_the_clocks(timezone.now()) == 1
