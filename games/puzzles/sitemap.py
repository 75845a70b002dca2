"""The section of the sitemap with the puzzles."""

from django.db.models import QuerySet

from common.indexing import IndexedPages, register
from games.puzzles.models import Puzzle


@register
class PuzzlePages(IndexedPages):
    """The puzzles that have not been withdrawn."""

    route = "puzzle"
    variable = "puzzle"

    def items(self) -> QuerySet[Puzzle]:
        """Return the puzzles in the selection."""
        return Puzzle.objects.filter(withdrawn=False).only("pk").order_by("pk")

    def wants(self, item: Puzzle) -> bool:
        """Whether the puzzle is in the selection."""
        return not item.withdrawn
