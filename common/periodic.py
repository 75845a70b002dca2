"""Periodic tasks: each `tasks.py` declares its own; `zenith_site` hands them to Celery's beat."""

from collections.abc import Callable
from typing import Any, TypedDict

from common.registry import Registry


class ScheduleEntry(TypedDict):
    """A periodic task as Celery's setting `beat_schedule` wants it, but for `task`, its name."""

    task: Any
    schedule: float
    args: tuple[Any, ...]
    options: dict[str, object]


_entries = Registry[ScheduleEntry]("periodic tasks")


def every[Task](seconds: float, name: str, *args: Any, queue: str = "") -> Callable[[Task], Task]:
    """Return a decorator that makes a Celery task periodic.

    `name`: what the task does, for `manage.py schedule`. `args`: of the task. `queue`: if it is
    not the default one. A run that is not taken before the next one is due expires, so that a
    worker that comes back to a long queue runs each task once.
    """

    def register(task: Task) -> Task:
        options: dict[str, object] = {"queue": queue} if queue else {}
        entry: ScheduleEntry = {
            "task": task,
            "schedule": float(seconds),
            "args": args,
            "options": {**options, "expires": float(seconds)},
        }
        _entries.add(name, entry)
        return task

    return register


def schedule() -> dict[str, ScheduleEntry]:
    """Return what is registered, as Celery's setting `beat_schedule` wants it."""
    return {name: {**entry, "task": entry["task"].name} for name, entry in _entries.items()}
