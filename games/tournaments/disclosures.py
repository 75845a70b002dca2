"""What tournaments keep about people."""

from django.utils.translation import gettext_lazy as _

from common.disclosures import StoredData, stores

stores(
    StoredData(
        ("tournaments.Entrant", "tournaments.Tournament"),
        _("The tournaments that you host or take part in, and your results. Anyone can see them."),
        _("Without a limit"),
        outlives_account=True,
    )
)
