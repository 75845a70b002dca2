"""`manage.py play`: the whole site in one process, like `make play`."""

import os
import sys
from typing import Any

from django.core.management.base import BaseCommand


class Command(BaseCommand):
    """Run the site alone."""

    help = "Runs the whole site in one process: web server, worker and beat."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Start afresh: the settings depend on the address, which is chosen there."""
        os.execv(sys.executable, [sys.executable, "-m", "zenith_site.alone"])
