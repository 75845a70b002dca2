"""`manage.py check_ladders`: recalculates all places from the steps and compares."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from games.ladder.history import differences
from games.ladder.models import LADDERS
from games.ladder.places import locked


class Command(BaseCommand):
    """Recalculate the places of each ladder from its steps and report differences."""

    help = "Recalculates all places from their steps; exit code 1 if one differs."

    def handle(self, *args: Any, **options: Any) -> None:
        """Check every ladder, and fail if a place differs."""
        wrong = 0
        for pool in LADDERS:
            with transaction.atomic():
                locked(pool)
                sentences = differences(pool)
            wrong += len(sentences)
            for sentence in sentences:
                self.stdout.write(f"{pool}: {sentence}")
        if wrong:
            raise CommandError("Some places differ from their steps.", returncode=1)
        self.stdout.write("All places match their steps.")
