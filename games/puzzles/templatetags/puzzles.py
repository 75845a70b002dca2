"""Template tag of the puzzle of the day: `{% daily_puzzle as daily %}`."""

from dataclasses import dataclass

from django import template
from django.utils import timezone
from django.utils.translation import gettext as _

from games.puzzles import daily
from games.puzzles.models import DailyPuzzle, Puzzle
from games.tables.previews import Preview, picture_of

register = template.Library()


@dataclass(frozen=True, slots=True)
class PuzzleOfTheDay:
    """The puzzle of today and its picture, its own side at the bottom."""

    puzzle: Puzzle
    picture: Preview


@register.simple_tag
def daily_puzzle() -> PuzzleOfTheDay | None:
    """Return the puzzle of today; `None` before one has been chosen."""
    day = daily.today(timezone.now())
    chosen = DailyPuzzle.objects.select_related("puzzle").filter(date=day).first()
    if chosen is None:
        return None
    puzzle = chosen.puzzle
    names = (_("You"), _("Your opponent"))
    sides = names if puzzle.seat % 2 == 0 else (names[1], names[0])
    return PuzzleOfTheDay(puzzle, picture_of(puzzle.position, puzzle.seat % 2, sides))
