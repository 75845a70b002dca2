"""What *Find a game* keeps about people."""

from django.utils.translation import gettext_lazy as _

from common.disclosures import StoredData, stores
from games.matchmaking import pairing

stores(
    StoredData(
        ("matchmaking.GameSearch",),
        _("Your searches for a game."),
        _("%(days)d days after their end"),
        days=pairing.KEPT.days,
    )
)
