"""`manage.py annul_game`: annuls finished games, or restores them."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from common.refusals import Refused
from games.fairplay.moderation import annul_game, restore_game
from games.ratings.due import outlook


class Command(BaseCommand):
    """Annul or restore games, one after the other."""

    help = "Annuls finished games: the ratings become what they were without them."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the game ids and `--undo`."""
        parser.add_argument("games", nargs="+", type=int, help="numbers of games")
        parser.add_argument("--undo", action="store_true", help="restore the games")

    def handle(self, *args: Any, **options: Any) -> None:
        """Annul or restore each game; stop at the first refusal."""
        for game_id in options["games"]:
            try:
                if options["undo"]:
                    restore_game(None, game_id)
                else:
                    annul_game(None, game_id, "manage.py annul_game")
            except Refused as refused:
                raise CommandError(f"Game {game_id}: {refused.sentence}") from refused
            done = "counts again" if options["undo"] else "is annulled"
            self.stdout.write(f"Game {game_id} {done}. {outlook(game_id)}".rstrip())
