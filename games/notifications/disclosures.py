"""What notifications keep about people."""

from django.utils.translation import gettext_lazy as _

from common.disclosures import StoredData, stores
from games.notifications import record

stores(
    StoredData(
        ("notifications.NotificationSettings",),
        _("How you want to be notified, and the secret address of your feeds."),
        _("As long as the account"),
    )
)
stores(
    StoredData(
        ("notifications.Notification", "notifications.Delivery"),
        _(
            "What you were notified of and by which channel, and what a mail server or another"
            " service answered."
        ),
        _("%(days)d days"),
        days=record.KEPT.days,
    )
)
stores(
    StoredData(
        ("notifications.BadAddress",),
        _("Email addresses from which mails came back, so that nothing more is sent there."),
        _("Until the address is confirmed again, or as long as the account"),
    )
)
