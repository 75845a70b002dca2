"""The section of the sitemap with the tables of games that are over."""

from django.db.models import QuerySet

from common.indexing import IndexedPages, register
from games.tables.models import SHOWN_FROM, Game, Status


@register
class TablePages(IndexedPages):
    """Public tables of finished games, the latest first."""

    route = "table"
    variable = "game"

    def items(self) -> QuerySet[Game]:
        """Return the games whose tables anyone may look at with open hands."""
        games = Game.objects.filter(
            public=True, sealed=False, status=Status.FINISHED, seq__gt=SHOWN_FROM
        )
        return games.only("pk").order_by("-finished_at", "-pk")

    def wants(self, item: Game) -> bool:
        """Whether the game is over, public and of some length."""
        is_over = item.status == Status.FINISHED and item.seq > SHOWN_FROM
        return is_over and item.public and not item.sealed
