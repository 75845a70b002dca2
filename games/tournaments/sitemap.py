"""The section of the sitemap with the tournaments."""

from django.db.models import QuerySet

from common.indexing import IndexedPages, register
from games.tournaments.models import Tournament, TournamentStage


@register
class TournamentPages(IndexedPages):
    """The tournaments that have not been cancelled, the latest first."""

    route = "tournament"
    variable = "tournament"

    def items(self) -> QuerySet[Tournament]:
        """Return the tournaments."""
        held = Tournament.objects.exclude(stage=TournamentStage.CANCELLED)
        return held.only("pk").order_by("-pk")

    def wants(self, item: Tournament) -> bool:
        """Whether the tournament has not been cancelled."""
        return item.stage != TournamentStage.CANCELLED
