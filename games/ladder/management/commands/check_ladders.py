"""`manage.py check_ladders`: are the places what their steps say?"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from games.ladder.history import differences
from games.ladder.models import LADDERS
from games.ladder.places import locked


class Command(BaseCommand):
    """Go through all steps of each ladder, and compare."""

    help = "Goes through all steps of the ladders and compares; exit code 1 if a place differs."

    def handle(self, *args: Any, **options: Any) -> None:
        """Check, report, fail."""
        wrong = 0
        for pool in LADDERS:
            with transaction.atomic():
                locked(pool)
                found = differences(pool)
            wrong += len(found)
            for sentence in found:
                self.stdout.write(f"{pool}: {sentence}")
        if wrong:
            raise CommandError("Some places are not what their steps say.", returncode=1)
        self.stdout.write("The places are what their steps say.")
