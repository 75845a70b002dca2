"""The benchmark of many games, small: it fills what it says, and everything can be measured."""

from dataclasses import replace

import psycopg
import pytest
from django.db import connection
from django.utils import timezone

from common import periodic
from games.notifications.models import Delivery
from games.tables.models import Game, Seat
from tools.scale import annulment
from tools.scale.annulment import measure_annulment
from tools.scale.costs import Cost, Meter, added
from tools.scale.filling import fill
from tools.scale.works import works

only_postgres = pytest.mark.skipif(
    connection.vendor != "postgresql", reason="rows are copied by PostgreSQL"
)


@only_postgres
@pytest.mark.django_db(transaction=True)
def test_a_filled_site_is_measured_and_nothing_is_due() -> None:
    filled = fill(40)
    running = Game.objects.filter(status="running")
    assert running.count() == 40 + 2  # some are against bots
    own = Seat.objects.filter(user=filled.viewer, game__status="running").count()
    assert own >= 2
    assert not running.filter(deadline__lte=timezone.now()).exists()
    assert not Seat.objects.filter(asked=True).exclude(bot="").exists()
    waiting = Delivery.objects.filter(state=Delivery.State.WAITING)
    assert not waiting.filter(due_at__lte=timezone.now()).exists()

    meter = Meter()
    costs = {work.name: meter.measure(replace(work, runs=1)) for work in works(filled)}
    meter.close()
    pages = {"home", "lobby", "landing", "profile", "replay"}
    assert {"confirm", *pages, *periodic.schedule()} <= set(costs)
    assert costs["check the clocks"].period == 5
    assert costs["pair players who search for a game"].due == costs["lobby"].due + 1 == 2
    assert all(cost.milliseconds > 0 and cost.database > 0 for cost in costs.values())
    assert costs["check the clocks, 20 late games"].statements > 100
    assert not running.filter(deadline__lte=timezone.now()).exists()
    assert filled.rows > 20_000
    assert 0 < filled.folded < 8192  # ten games share a few pages


@only_postgres
@pytest.mark.django_db(transaction=True)
def test_an_annulment_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(annulment, "ENDS", 4)
    monkeypatch.setattr(annulment, "EVERY", 0)
    lines = measure_annulment(40)
    assert "40 later games" in lines[0]
    assert "0 differences, 0 due" in lines[-1]


def test_a_server_process_that_ends_takes_nothing_away() -> None:
    assert added({1: 50.0, 2: 900.0}, {1: 51.5, 3: 0.5}) == 2.0


@only_postgres
@pytest.mark.django_db(transaction=True)
def test_other_databases_of_the_server_are_not_measured() -> None:
    meter = Meter()
    parameters = connection.get_connection_params()
    named = {name: parameters[name] for name in ("host", "port", "user")}
    with psycopg.connect(**named, dbname="postgres") as other:
        assert other.info.backend_pid not in meter.busy()
    meter.close()


@pytest.mark.parametrize(
    ("more", "grows"),
    [
        (Cost(90.0, 11, 2.2), False),  # the machine was busy
        (Cost(1.0, 10, 3.2), True),
        (Cost(1.0, 15, 1.0), True),
        (Cost(9.0, 90, 19.0, due=10), False),
        (Cost(9.0, 90, 22.0, due=10), True),
        (Cost(9.0, 130, 9.0, due=10), True),
        (Cost(59.0, 90, 50.0, period=60.0), False),
        (Cost(61.0, 90, 50.0, period=60.0), True),
    ],
)
def test_what_grows(more: Cost, grows: bool) -> None:
    assert more.grows(Cost(1.0, 10, 1.0)) is grows
