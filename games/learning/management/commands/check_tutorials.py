"""Check that every step of every tutorial can be played."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.learning.check import problems


class Command(BaseCommand):
    """Play all tutorials in every way that their scripts accept."""

    help = "Check that every step of every tutorial can be played."

    def handle(self, *args: Any, **options: Any) -> None:
        """Fail with the list of problems, if there are some."""
        sentences = problems()
        if sentences:
            raise CommandError("\n".join(sentences))
        self.stdout.write("All tutorials can be played.")
