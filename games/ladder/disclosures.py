"""What ladders keep about people."""

from django.utils.translation import gettext_lazy as _

from common.disclosures import StoredData, stores

stores(
    StoredData(
        ("ladder.Rung", "ladder.LadderStep"),
        _("Your places on the ladders and your challenges. Anyone can see them."),
        _("Without a limit"),
        outlives_account=True,
    )
)
