"""`manage.py check_games`: are the games what their moves say?"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.tables.models import Game, Status
from games.tables.services.check import differences


class Command(BaseCommand):
    """Replay games and compare."""

    help = "Replays games and compares them with what is stored; exit code 1 if one differs."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take which games to check."""
        parser.add_argument("games", nargs="*", type=int, help="numbers of games")
        parser.add_argument(
            "--all", action="store_true", help="finished games too, not only running ones"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Check, report, fail."""
        games = Game.objects.order_by("pk")
        if options["games"]:
            games = games.filter(pk__in=options["games"])
            missing = set(options["games"]) - set(games.values_list("pk", flat=True))
            if missing:
                raise CommandError(f"There is no game {min(missing)}.")
        elif not options["all"]:
            games = games.filter(status=Status.RUNNING)
        checked = wrong = 0
        for game in games.iterator(chunk_size=20):
            checked += 1
            found = differences(game)
            wrong += bool(found)
            for sentence in found:
                self.stdout.write(f"Game {game.pk}: {sentence}")
        self.stdout.write(f"{checked} games checked, {wrong} differ.")
        if wrong:
            raise CommandError("Some games are not what their moves say.", returncode=1)
