"""`manage.py demo`: players and games to look at."""

from typing import Any

from django.core.management.base import BaseCommand

from zenith_site.demo import NAMES, make_demo, password


class Command(BaseCommand):
    """Make the demo's players and games, once."""

    help = "Makes two demo players with some games. Not for a site on the Internet."

    def handle(self, *args: Any, **options: Any) -> None:
        """Make them, or say that they are there."""
        made = make_demo()
        self.stdout.write("The demo is ready." if made else "The demo is there already.")
        self.stdout.write(f"Log in as {' or '.join(NAMES)}, password {password()}")
