"""Periodic tasks are declared beside the tasks and reach Celery's beat."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings

from common import periodic
from common.periodic import every, schedule
from common.registry import Registry
from zenith_site.celery import app, make_app

TASK: Any = SimpleNamespace(name="games.chess.tasks.run")


@pytest.fixture
def no_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty schedule."""
    monkeypatch.setattr(periodic, "_entries", Registry[periodic.ScheduleEntry]("tasks"))


@pytest.mark.usefixtures("no_entries")
def test_a_task_is_queued_with_its_arguments_and_expires_when_it_is_due_again() -> None:
    assert every(60, "send mails", "mail", queue="mail")(TASK) is TASK
    every(5, "run")(TASK)
    assert schedule() == {
        "send mails": {
            "task": "games.chess.tasks.run",
            "schedule": 60.0,
            "args": ("mail",),
            "options": {"queue": "mail", "expires": 60.0},
        },
        "run": {
            "task": "games.chess.tasks.run",
            "schedule": 5.0,
            "args": (),
            "options": {"expires": 5.0},
        },
    }


@pytest.mark.usefixtures("no_entries")
def test_two_tasks_of_one_name_are_refused() -> None:
    every(60, "run")(TASK)
    with pytest.raises(ValueError, match="'run'"):
        every(60, "run")(TASK)


def test_beat_has_the_tasks_of_all_apps() -> None:
    assert app.conf.beat_schedule == schedule()
    apps = {entry["task"].rpartition(".tasks.")[0] for entry in schedule().values()}
    assert {"accounts", "games.tables"} <= apps
    modules = Path(settings.BASE_DIR).glob("games/*/tasks.py")
    periodic = [path for path in modules if "@every" in path.read_text()]
    assert {f"games.{path.parent.name}" for path in periodic} <= apps


@pytest.mark.django_db  # Celery has Django check the models, which asks the database what it can
def test_every_periodic_task_exists_and_has_a_queue_with_a_worker() -> None:
    made = make_app(set_as_current=False)
    made.loader.import_default_modules()
    for entry in schedule().values():
        assert entry["task"] in made.tasks
        assert entry["options"].get("queue", "site") in settings.WORKERS
