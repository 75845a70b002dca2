"""`manage.py annul_game`: take finished games back."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.ratings.record import annul
from games.services.refusals import Refused


class Command(BaseCommand):
    """Annul finished games, one after the other."""

    help = "Annuls finished games: the ratings become what they were without them."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take which games."""
        parser.add_argument("games", nargs="+", type=int, help="numbers of games")

    def handle(self, *args: Any, **options: Any) -> None:
        """Annul, or say why not."""
        for game_id in options["games"]:
            try:
                annul(game_id)
            except Refused as refused:
                raise CommandError(f"Game {game_id}: {refused.sentence}") from refused
            self.stdout.write(f"Game {game_id} is annulled.")
