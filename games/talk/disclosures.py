"""What the chat keeps about people."""

from django.utils.translation import gettext_lazy as _

from common.disclosures import StoredData, stores

stores(
    StoredData(
        ("tables.Message", "tables.Report"),
        _("What you write in the chat of a table, and the messages that you report."),
        _("As long as the game"),
        outlives_account=True,
    )
)
