"""What reviews keep about people."""

from django.utils.translation import gettext_lazy as _

from common.disclosures import StoredData, stores

stores(
    StoredData(
        ("review.Review",),
        _("The reviews of games that you asked for."),
        _("As long as the game"),
        outlives_account=True,
    )
)
