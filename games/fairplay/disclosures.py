"""What fair play keeps about people."""

from django.utils.translation import gettext_lazy as _

from common.disclosures import StoredData, stores
from games.fairplay import traces

stores(
    StoredData(
        ("fairplay.AccessTrace",),
        _(
            "Against players with several accounts in rated games: keyed hashes of your IP address"
            " and of the cookie “device”, once a day."
        ),
        _("%(days)d days"),
        days=traces.KEPT.days,
    )
)
stores(
    StoredData(
        ("fairplay.Case", "fairplay.PlayerReport", "fairplay.ModerationAction"),
        _(
            "Reports by and about you, suspicions, and the decisions of moderators. Only"
            " moderators see them; you see the decisions about you."
        ),
        _("Reports about you: as long as the account. Decisions: without a limit"),
        outlives_account=True,
    )
)
