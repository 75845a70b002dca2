"""`manage.py play`: the whole site in one process, like `make play`."""

import os
import sys
from typing import Any

from django.core.management.base import BaseCommand


class Command(BaseCommand):
    """Runs the site in one process."""

    help = "Runs the whole site in one process: web server, worker and beat."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Replace the process: the settings depend on the address, which is chosen at the start."""
        os.execv(sys.executable, [sys.executable, "-m", "zenith_site.alone"])
