"""The health checks: `/healthz`, `/servingz` and `/readyz`."""

import shutil
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.test import Client
from django.utils import timezone

from common.periodic import schedule
from games.tables.models import Heartbeat
from games.tables.tasks import beat_heart
from games.tables.timekeeping import outages
from zenith_site import health


def parts(client: Client, status: int) -> dict[str, bool]:
    """Request /readyz, expect this status, and return the result of each part."""
    response = client.get("/readyz")
    assert response.status_code == status
    answer: dict[str, Any] = response.json()
    assert answer["ok"] == (status == 200)
    assert set(answer) == {"ok", "parts"}
    assert all(set(part) == {"ok"} for part in answer["parts"].values())
    return {name: part["ok"] for name, part in answer["parts"].items()}


def test_the_process_answers_without_a_database(client: Client) -> None:
    response = client.get("/healthz")  # a test without the database mark may not touch it
    assert (response.status_code, response.json()) == (200, {"ok": True})
    assert "no-store" in response["Cache-Control"]


@pytest.mark.django_db
def test_all_is_well_when_the_workers_live(client: Client, settings: Any) -> None:
    for worker in settings.WORKERS:
        beat_heart(worker)
    outages.beat(timezone.now())
    workers = {f"worker {worker}" for worker in settings.WORKERS}
    named = {"database", "clock", "disk", "clocks", *workers}
    assert parts(client, 200).keys() - {"redis"} == named


@pytest.mark.django_db
def test_a_worker_never_seen_or_long_not_seen_is_dead(client: Client) -> None:
    beat_heart("bots")
    assert parts(client, 503)["worker site"] is False
    beat_heart("site")
    Heartbeat.objects.filter(worker="bots").update(at=timezone.now() - timedelta(seconds=91))
    found = parts(client, 503)
    assert (found["worker site"], found["worker bots"], found["database"]) == (True, False, True)


@pytest.mark.django_db
def test_a_database_that_does_not_answer_is_said_and_nothing_more(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise DatabaseError("secret: host 10.0.0.1, user zenith")

    monkeypatch.setattr(connection, "cursor", refuse)
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["parts"]["database"] == {"ok": False}
    assert b"secret" not in response.content


@pytest.mark.django_db
@pytest.mark.parametrize("away", [timedelta(seconds=91), timedelta(days=-1)])
def test_clocks_that_nobody_minds_are_said(away: timedelta, client: Client) -> None:
    """Also when the machine's time has jumped, and their heart beat in the future."""
    outages.beat(timezone.now())
    assert parts(client, 503)["clocks"] is True
    Heartbeat.objects.filter(worker=outages.CLOCKS).update(at=timezone.now() - away)
    assert parts(client, 503)["clocks"] is False


@pytest.mark.django_db
@pytest.mark.parametrize("folder", ["DATA_DIR", "the database"])
def test_a_full_disk_is_said(
    folder: str, client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = Path(str(connection.settings_dict["NAME"])).absolute().parent
    if folder == "DATA_DIR":
        full = settings.DATA_DIR = Path("/full")
    elif connection.vendor != "sqlite":
        pytest.skip("the database is on a disk of its own")
    room = SimpleNamespace(free=10**12)
    none = SimpleNamespace(free=1_000_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda asked: none if asked == full else room)
    found = parts(client, 503)
    assert (found["disk"], found["database"]) == (False, True)


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor == "sqlite", reason="its file is looked at")
def test_a_postgresql_that_has_no_room_is_said(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "_room", None)
    assert parts(client, 503)["disk"] is True
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL temp_file_limit = 0")
    assert parts(client, 503)["disk"] is True  # it looks at intervals
    monkeypatch.setattr(health, "_room", None)
    found = parts(client, 503)
    assert (found["disk"], found["database"]) == (False, True)


@pytest.mark.django_db
def test_every_part_is_said_whatever_a_check_raises(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_folder: object) -> None:
        raise OSError("no such folder")

    monkeypatch.setattr(shutil, "disk_usage", fail)
    found = parts(client, 503)
    assert (found["disk"], found["database"]) == (False, True)
    assert caplog.messages == ["the check of disk failed: no such folder", *caplog.messages[1:]]
    assert not any(record.exc_info for record in caplog.records)


@pytest.mark.django_db
def test_a_redis_that_does_not_answer_is_said(client: Client, settings: Any) -> None:
    settings.REDIS_URL = settings.QUEUE_REDIS_URL = "redis://127.0.0.1:1/0"
    assert parts(client, 503)["redis"] is False


@pytest.mark.django_db
def test_every_queue_of_the_schedule_has_a_heart(settings: Any) -> None:
    entries = schedule().values()
    hearts = [entry for entry in entries if entry["task"] == "games.tables.tasks.beat_heart"]
    assert {entry["args"][0] for entry in hearts} == set(settings.WORKERS)
    for entry in hearts:
        assert entry["schedule"] * 3 < health.ALIVE_FOR.total_seconds()
        assert entry["options"]["queue"] == entry["args"][0]


@pytest.mark.django_db
def test_the_models_and_the_migrations_agree(settings: Any) -> None:
    settings.MIGRATION_MODULES = {}  # those that are there, also in a run with `--no-migrations`
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)
