"""`manage.py schedule`: the periodic tasks and their intervals."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from common.periodic import schedule


class Command(BaseCommand):
    """Prints the periodic tasks."""

    help = "Prints the periodic tasks in plain words."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a line a task, the most frequent first."""
        for name, entry in sorted(
            schedule().items(), key=lambda pair: (pair[1]["schedule"], pair[0])
        ):
            queue = entry["options"].get("queue", settings.CELERY_TASK_DEFAULT_QUEUE)
            often = in_words(entry["schedule"])
            self.stdout.write(f"{often:<17} {name} ({entry['task']}, queue {queue})")


def in_words(seconds: float) -> str:
    """Return `every 10 minutes` for 600.

    >>> in_words(60.0), in_words(90), in_words(7200)
    ('every minute', 'every 90 seconds', 'every 2 hours')
    """
    for unit, length in (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1)):
        if seconds >= length and seconds % length == 0:
            number = int(seconds // length)
            return f"every {unit}" if number == 1 else f"every {number} {unit}s"
    return f"every {seconds:g} seconds"
