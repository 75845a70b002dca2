"""`manage.py check_ratings`: calculates all ratings and compares them with the stored ones."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from common.batches import snapshot
from games.ratings.checking import MACHINES, check
from games.ratings.models import Pool
from games.ratings.rating_updates import rate_game
from games.ratings.results import note_results
from games.tables.models import Game, Status


class Command(BaseCommand):
    """Recalculate all ratings from the first game on and report differences."""

    help = "Recalculates all ratings and compares; exit code 1 if one differs."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add `--fill`."""
        parser.add_argument(
            "--fill",
            action="store_true",
            help="first rate the finished games that have no results yet, in the order they ended",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Fill in missing results, check every pool, and fail if a rating differs."""
        if options["fill"]:
            self.stdout.write(f"{_fill()} games rated.")
        wrong = 0
        for pool in Pool:
            with snapshot():
                result = check(pool)
            wrong += len(result.differences)
            for sentence in result.differences:
                self.stdout.write(f"{pool}: {sentence}")
            if result.due:
                self.stdout.write(f"{pool}: {result.due} games are still to be recalculated.")
            if result.drift > MACHINES:
                drift = f"{result.drift:.4f} points at most"
                self.stdout.write(f"{pool}: recalculations have left out {drift}.")
        if wrong:
            raise CommandError("Some ratings differ from what the games give.", returncode=1)
        self.stdout.write("All ratings match the games.")


def _fill() -> int:
    games = Game.objects.filter(status=Status.FINISHED, results=None, seats__user__isnull=False)
    filled = 0
    for pk in list(games.distinct().order_by("finished_at", "pk").values_list("pk", flat=True)):
        with transaction.atomic():
            game = Game.objects.select_for_update().get(pk=pk)
            seats = list(game.seats.select_related("user"))
            note_results(game, seats)
            rate_game(game, seats)
            filled += 1
    return filled
