"""What the API keeps about people."""

from django.utils.translation import gettext_lazy as _

from common.disclosures import StoredData, stores

stores(
    StoredData(
        ("api.ApiToken", "oauth2_provider.Grant"),
        _("Your API tokens and the apps that you allow: as hashes, with the day of the last use."),
        _("Until you remove them, or delete the account"),
    )
)
stores(
    StoredData(
        ("api.IdempotentWrite",),
        _("What programs wrote with your tokens, so that nothing is done twice."),
        _("One day"),
    )
)
