"""`manage.py alive site`: for the health check of a worker's container."""

from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from zenith_site.health import alive, works


class Command(BaseCommand):
    """Fail if a worker has not shown itself lately."""

    help = "Exit code 1 if the worker of a queue has not shown itself lately."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the name of the queue."""
        parser.add_argument("worker")

    def handle(self, *args: Any, **options: Any) -> None:
        """Look."""
        if not works("worker", partial(alive, options["worker"])):
            raise CommandError(f"The worker {options['worker']} has not shown itself lately.")
