"""What tables keep about people."""

from django.utils.translation import gettext_lazy as _

from common.disclosures import StoredData, stores

stores(
    StoredData(
        (
            "tables.Game",
            "tables.Seat",
            "tables.Move",
            "tables.FoldedMoves",
            "tables.Proposal",
            "tables.Inspection",
        ),
        _(
            "Your games: seats, moves and their times. Also your drafts, plans and private notes."
            " Games that are not private can be watched, and replayed later, by anyone."
        ),
        _("Games: without a limit. Drafts, plans and notes: as long as the account"),
        outlives_account=True,
    )
)
