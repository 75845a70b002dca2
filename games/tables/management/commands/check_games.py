"""`manage.py check_games`: compares stored games with their moves."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from common.batches import snapshot
from games.tables.models import Game, Status
from games.tables.services.check import differences


class Command(BaseCommand):
    """Replays games and compares them with their rows."""

    help = "Replays games and compares them with what is stored; exit code 1 if one differs."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the games to check."""
        parser.add_argument("games", nargs="*", type=int, help="numbers of games")
        parser.add_argument(
            "--all", action="store_true", help="finished games too, not only running ones"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Check the games, print the differences, and fail if there are any."""
        games = Game.objects.order_by("pk")
        if options["games"]:
            games = games.filter(pk__in=options["games"])
            missing = set(options["games"]) - set(games.values_list("pk", flat=True))
            if missing:
                raise CommandError(f"Game {min(missing)} does not exist.")
        elif not options["all"]:
            games = games.filter(status=Status.RUNNING)
        checked = wrong = 0
        for pk in list(games.values_list("pk", flat=True)):
            with snapshot():
                game = Game.objects.filter(pk=pk).first()
                sentences = differences(game) if game else []  # it may be deleted by now
            checked += 1
            wrong += bool(sentences)
            for sentence in sentences:
                self.stdout.write(f"Game {pk}: {sentence}")
        self.stdout.write(f"{checked} games checked, {wrong} differ.")
        if wrong:
            raise CommandError("Some games differ from their moves.", returncode=1)
