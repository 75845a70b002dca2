"""What webhooks keep about people."""

from django.utils.translation import gettext_lazy as _

from common.disclosures import StoredData, stores

stores(
    StoredData(
        ("notifications_webhook.Webhook",),
        _("The addresses of your webhooks, to which news of your games is sent."),
        _("Until you remove them, or delete the account"),
    )
)
