"""`manage.py alive web`: the health check of a container."""

from functools import partial
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from zenith_site import liveness
from zenith_site.health import alive, works


class Command(BaseCommand):
    """Fails if a process of the container is not alive."""

    help = "Exit code 1 if the web process or beat of this machine, or a worker, does not work."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the name of the process."""
        parser.add_argument("process", choices=["web", "beat", *settings.WORKERS])

    def handle(self, *args: Any, process: str, **options: Any) -> None:
        """Check the process."""
        if process == "web":
            lives = liveness.web_answers()
        elif process == "beat":
            lives = liveness.beat_ticks()
        else:
            lives = works(f"worker {process}", partial(alive, process))
        if not lives:
            raise CommandError(f"No sign of life from {process}.")
