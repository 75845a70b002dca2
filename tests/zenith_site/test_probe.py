"""`/servingz`: whether this process can serve, without ever waiting for the answer."""

from collections.abc import Iterator
from threading import Event
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.test import Client

from common import database_clock
from zenith_site import probe as probes
from zenith_site import schema
from zenith_site.probe import STALE, Probe

pytestmark = pytest.mark.django_db


@pytest.fixture
def probe(monkeypatch: pytest.MonkeyPatch) -> Iterator[Probe]:
    """The probe of this process, as at its start."""
    probe = Probe()
    monkeypatch.setattr("zenith_site.health.probe", probe)
    yield probe
    probe.stop()


def parts(client: Client, status: int) -> dict[str, bool]:
    """Request /servingz, expect this status, and return the result of each part."""
    response = client.get("/servingz", headers={"host": "a-proxy-asks-by-address"})
    assert response.status_code == status
    assert "no-store" in response["Cache-Control"]
    return {name: part["ok"] for name, part in response.json()["parts"].items()}


def test_a_process_that_can_serve_says_so(client: Client, probe: Probe) -> None:
    assert parts(client, 200) == {"database": True, "schema": True, "clock": True}


def test_a_database_that_is_away_takes_the_process_out(
    client: Client, probe: Probe, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise DatabaseError("secret: host 10.0.0.1")

    monkeypatch.setattr(connection, "cursor", refuse)
    assert parts(client, 503) == {"database": False, "schema": False, "clock": True}


def test_a_database_that_is_ahead_does_not_trouble_a_process_that_runs(
    client: Client, probe: Probe
) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied)"
            " VALUES ('tables', '9999_of_the_next_version', CURRENT_TIMESTAMP)"
        )
    assert parts(client, 200)["schema"] is True
    assert "another version of the site" in schema.trouble()  # but a process does not start on it


def test_another_schema_takes_the_process_out_until_it_fits(
    client: Client, probe: Probe, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = []

    def trouble() -> str:
        looks.append(1)
        return "The database is older than the site."

    monkeypatch.setattr(schema, "trouble_of_running", trouble)
    for _round in range(3):
        assert parts(client, 503)["schema"] is False
    assert len(looks) == 1  # it is compared again when a migration has run
    monkeypatch.setattr(schema, "trouble_of_running", lambda: "")
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied)"
            " VALUES ('tests', '0001', '2026-11-27 00:00:00+00')"
        )
    assert parts(client, 200)["schema"] is True


def test_a_wrong_clock_takes_the_process_out(
    client: Client, probe: Probe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_clock, "is_right", lambda: False)
    assert parts(client, 503) == {"database": True, "schema": True, "clock": False}


def test_a_probe_that_hangs_is_not_waited_for(
    client: Client, probe: Probe, monkeypatch: pytest.MonkeyPatch
) -> None:
    began, goes_on = Event(), Event()

    def hang() -> None:
        began.set()
        goes_on.wait(30)

    probe.look()
    monkeypatch.setattr(probe, "look", hang)
    probe.start()
    assert began.wait(10)
    assert parts(client, 200)["database"] is True  # for as long as its last round counts
    late = probe.at + STALE + 1
    monkeypatch.setattr(probes, "monotonic", lambda: late)
    assert parts(client, 503)["database"] is False
    goes_on.set()


def test_the_thread_looks_by_itself(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = Event()
    probe: Any = Probe()
    monkeypatch.setattr(probe, "look", looked.set)
    probe.start()
    assert looked.wait(10)
    probe.stop()
    assert probe._thread is None
