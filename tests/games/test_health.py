"""What a watcher of the site hears."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.test import Client
from django.utils import timezone

from games.models import Heartbeat
from games.tasks import beat_heart
from zenith_site import health


def parts(client: Client, status: int) -> dict[str, bool]:
    """Ask /readyz, expect this status, and return what it says part by part."""
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
    assert all(parts(client, 200).values())


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
def test_a_redis_that_does_not_answer_is_said(client: Client, settings: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert parts(client, 503)["redis"] is False


@pytest.mark.django_db
def test_every_queue_of_the_schedule_has_a_heart(settings: Any) -> None:
    entries = settings.CELERY_BEAT_SCHEDULE.values()
    hearts = [entry for entry in entries if entry["task"] == "games.tasks.beat_heart"]
    assert {entry["args"][0] for entry in hearts} == set(settings.WORKERS)
    for entry in hearts:
        assert entry["schedule"] * 3 < health.ALIVE_FOR.total_seconds()
        assert entry["options"]["queue"] == entry["args"][0]


@pytest.mark.django_db
def test_the_models_and_the_migrations_agree() -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)
