"""What ratings keep about people."""

from django.utils.translation import gettext_lazy as _

from common.disclosures import StoredData, stores

stores(
    StoredData(
        ("ratings.Rating", "ratings.PlayerResult"),
        _("Your ratings and results, with statistics of your games. Anyone can see them."),
        _("Without a limit, because the ratings of other players depend on them"),
        outlives_account=True,
    )
)
