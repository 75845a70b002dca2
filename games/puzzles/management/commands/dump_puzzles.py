"""`manage.py dump_puzzles`: writes puzzles with their solutions to a file."""

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from common import dumps
from common.batches import in_batches
from games.puzzles.daily import today
from games.puzzles.models import DailyPuzzle, Puzzle

AT_ONCE = 500


class Command(BaseCommand):
    """Write the file and its manifest."""

    help = "Writes the puzzles in the selection to a file for download (/data/)."

    def handle(self, *args: Any, **options: Any) -> None:
        """Write, and say what was written."""
        dump = dumps.write("zenith-puzzles", "Puzzles from games of Zenith", _rows())
        self.stdout.write(f"{dump.lines} puzzles, {dump.size} bytes: {dump.path}")


def _rows() -> Iterator[dict[str, object]]:
    """Yield the puzzles but those of today and of days to come: the file holds solutions."""
    ahead = DailyPuzzle.objects.filter(date__gte=today(timezone.now())).values("puzzle")
    puzzles = Puzzle.objects.filter(withdrawn=False).exclude(pk__in=ahead)
    for puzzle in in_batches(puzzles, "pk", AT_ONCE):
        yield {
            "id": puzzle.pk,
            "goal": puzzle.goal,
            "position": puzzle.position,
            "solution": puzzle.solution,
            "rating": round(puzzle.value),
            "deviation": round(puzzle.deviation),
            "tries": puzzle.tries,
            "solved": puzzle.solved,
        }
