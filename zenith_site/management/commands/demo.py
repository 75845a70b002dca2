"""`manage.py demo`: demo players and games."""

from typing import Any

from django.core.management.base import BaseCommand

from zenith_site.demo import NAMES, make_demo, password


class Command(BaseCommand):
    """Creates the demo's players and games, once."""

    help = "Makes two demo players with some games. Not for a site on the Internet."

    def handle(self, *args: Any, **options: Any) -> None:
        """Create them, or report that they exist."""
        made = make_demo()
        self.stdout.write("The demo is ready." if made else "The demo is there already.")
        self.stdout.write(f"Log in as {' or '.join(NAMES)}, password {password()}")
