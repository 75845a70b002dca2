"""What notifications keep of a user, as JSON for the data export."""

from datetime import datetime, timedelta

from django.utils import timezone

from accounts.models import User
from games.notifications.models import Notification
from games.notifications.preferences import settings_of

DAYS = 30


def export(user: User) -> dict[str, object]:
    """Return settings, browsers, webhooks, and the notifications of 30 days, as JSON.

    Of a browser its address is left out: who has it can push to it.
    """
    settings = settings_of(user)
    since = timezone.now() - timedelta(days=DAYS)
    notifications = (
        user.notifications.filter(at__gte=since).order_by("at", "pk").prefetch_related("deliveries")
    )
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
            "last_digest": _iso(settings.digest_sent_at),
        },
        "browsers": [
            {
                "browser": each.browser,
                "since": _iso(each.created_at),
                "last_used": _iso(each.used_at),
                "stopped": _iso(each.stopped_at),
            }
            for each in user.push_subscriptions.all()
        ],
        "webhooks": [
            {
                "url": each.url,
                "form": each.form,
                "since": _iso(each.created_at),
                "stopped": _iso(each.stopped_at),
            }
            for each in user.webhooks.all()
        ],
        "notifications": [_notification(notification) for notification in notifications],
    }


def _notification(notification: Notification) -> dict[str, object]:
    return {
        "kind": notification.kind,
        "game": notification.game_id,
        "at": _iso(notification.at),
        "deliveries": [
            {
                "channel": each.channel,
                "state": each.state,
                "at": _iso(each.settled_at),
                "reason": each.reason,
                "said": each.said,
            }
            for each in notification.deliveries.all()
        ],
    }


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
