"""What seasons keep about people."""

from django.utils.translation import gettext_lazy as _

from common.disclosures import StoredData, stores

stores(
    StoredData(
        ("seasons.SeasonEntry",),
        _("Your divisions and results in the seasons. Anyone can see them."),
        _("Without a limit"),
        outlives_account=True,
    )
)
