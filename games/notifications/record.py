"""Writing down what concerns a user, in the transaction in which it happens."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.notifications.kinds import NotificationKind
from games.notifications.models import Delivery, Notification
from games.notifications.policy import Planned, plan
from games.notifications.preferences import wishes_of
from games.notifications.waking import wake_outbox
from games.tables.models import Game

KEPT = timedelta(days=60)


def note(
    user: User | None,
    kind: type[NotificationKind],
    key: str,
    game: Game | None = None,
    seq: int = 0,
    *,
    now: datetime | None = None,
    **data: Any,
) -> Notification | None:
    """Write a notification and what shall be sent of it; the outbox is woken after the commit.

    Inside the caller's transaction, and once a user and `key`: the same key again changes
    nothing. `seq`: the game's then. `data`: JSON, never a hidden card: `seat` (the number of the
    seat that is asked, if it is not the user's own), `abandoned` (of one that a teammate may take
    over), `message` (pk of a line of talk), `proposal` (pk), `share` (per cent left). Returns the
    notification; `None` without a user and for guests, whom no channel reaches.
    """
    if user is None or user.is_guest:
        return None
    now = now or timezone.now()
    notification, new = Notification.objects.get_or_create(
        user=user,
        key=key,
        defaults={"kind": kind.key, "game": game, "seq": seq, "data": data, "at": now},
    )
    if new:
        planned = plan(kind, wishes_of(user.pk, game), now)
        Delivery.objects.bulk_create(_delivery(notification, each, now) for each in planned)
        due = [each.channel for each in planned if each.due_at is not None and each.due_at <= now]
        if due:
            transaction.on_commit(lambda: wake_outbox(due))
    return notification


def prune(now: datetime | None = None) -> None:
    """Forget the notifications of long ago."""
    Notification.objects.filter(at__lt=(now or timezone.now()) - KEPT).delete()


def _delivery(notification: Notification, planned: Planned, now: datetime) -> Delivery:
    if planned.due_at is not None:
        return Delivery(
            notification=notification,
            channel=planned.channel,
            due_at=planned.due_at,
            reason=planned.reason,
        )
    return Delivery(
        notification=notification,
        channel=planned.channel,
        state=Delivery.State.DROPPED,
        due_at=now,
        settled_at=now,
        reason=planned.reason,
    )
