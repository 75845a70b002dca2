"""`manage.py mine_puzzles`: looks for puzzles in games, or checks the stored ones again."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from engine.analysis.puzzles import GOALS
from games.puzzles import mining, store
from games.puzzles.models import Origin


class Command(BaseCommand):
    """Mine puzzles and store them; what is stored already is left alone."""

    help = "Looks for puzzles in games that a bot plays against itself and in finished games."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the numbers of games, the seed, and a file to write to."""
        parser.add_argument("--self-play", type=int, default=0, help="how many games to play")
        parser.add_argument("--first", type=int, default=0, help="the number of the first of them")
        parser.add_argument("--seed", default="puzzles")
        parser.add_argument("--goal", choices=GOALS, action="append", help="only of this goal")
        parser.add_argument("--finished", type=int, default=0, help="how many finished games")
        parser.add_argument("--starter", action="store_true", help="load the starter set")
        parser.add_argument("--check", action="store_true", help="withdraw those that fail today")
        parser.add_argument("--to", type=Path, help="write self-played ones to this file instead")

    def handle(self, *args: Any, **options: Any) -> None:
        """Mine, and say how many puzzles were found."""
        if options["starter"]:
            self.stdout.write(f"{store.load_starter_set()} puzzles of the starter set loaded.")
        if options["self_play"]:
            games = options["first"], options["self_play"]
            goals = options["goal"] or GOALS
            puzzles = mining.from_self_play(options["seed"], *games, goals)
            if options["to"]:
                count = 0
                with options["to"].open("w") as file:
                    for puzzle in puzzles:
                        count += 1
                        print(json.dumps(store.without_deck(puzzle)), file=file, flush=True)
                self.stdout.write(f"{count} puzzles written.")
            else:
                count = store.store(list(puzzles), Origin.BOTS)
                self.stdout.write(f"{count} puzzles from self-played games.")
        if options["check"]:
            for withdrawn, wrong in store.withdraw_wrong():
                self.stdout.write(f"{withdrawn} is withdrawn: {wrong}.")
        if options["finished"]:
            count = mining.mine_finished(options["finished"])
            self.stdout.write(f"{count} puzzles from finished games.")
