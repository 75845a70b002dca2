"""What pushes keep about people."""

from django.utils.translation import gettext_lazy as _

from common.disclosures import StoredData, stores

stores(
    StoredData(
        ("notifications_push.PushSubscription",),
        _(
            "If you turn on pushes: the address of your browser at its maker’s push service, and"
            " the key with which pushes are encrypted."
        ),
        _("Until you turn them off, or delete the account"),
    )
)
