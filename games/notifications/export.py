"""What notifications keep of a user, as JSON for the data export."""

from datetime import datetime, timedelta

from django.utils import timezone

from accounts.models import User
from games.notifications.channels import channels
from games.notifications.models import Notification
from games.notifications.preferences import settings_of

DAYS = 30


def export(user: User) -> dict[str, object]:
    """Return settings, what each channel keeps, and the notifications of 30 days, as JSON."""
    settings = settings_of(user)
    since = timezone.now() - timedelta(days=DAYS)
    notifications = (
        user.notifications.filter(at__gte=since).order_by("at", "pk").prefetch_related("deliveries")
    )
    addresses: dict[str, object] = {}
    for channel in channels():
        addresses |= channel.export(user)
    return {
        "settings": {
            "matrix": settings.matrix,
            "mail_after_minutes": settings.mail_after,
            "quiet_from": settings.quiet_from and settings.quiet_from.isoformat(),
            "quiet_to": settings.quiet_to and settings.quiet_to.isoformat(),
            "alarms": settings.alarms,
            "digest": settings.digest,
            "digest_at": settings.digest_at.isoformat(),
            "digest_day": settings.digest_day,
            "last_digest": iso(settings.digest_sent_at),
        },
        **addresses,
        "notifications": [_notification(notification) for notification in notifications],
    }


def _notification(notification: Notification) -> dict[str, object]:
    return {
        "kind": notification.kind,
        "game": notification.game_id,
        "at": iso(notification.at),
        "deliveries": [
            {
                "channel": delivery.channel,
                "state": delivery.state,
                "at": iso(delivery.settled_at),
                "reason": delivery.reason,
                "said": delivery.said,
            }
            for delivery in notification.deliveries.all()
        ],
    }


def iso(moment: datetime | None) -> str | None:
    """Return a moment as the export writes it."""
    return moment.isoformat() if moment else None
