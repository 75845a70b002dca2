"""Writing down what concerns a user, in the transaction in which it happens."""

from datetime import datetime, timedelta
from time import monotonic
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from games.notifications.kinds import NotificationKind
from games.notifications.models import Delivery, Notification
from games.notifications.policy import Planned, plan
from games.notifications.preferences import wishes_of
from games.notifications.waking import wake_outbox
from games.tables.models import Game
from games.tables.publishing import games_changed

KEPT = timedelta(days=60)
SLICE = 1000
RUN_SECONDS = 10


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
    new notification; `None` for a known key, without a user, and for guests, whom no channel
    reaches.
    """
    if user is None or user.is_guest:
        return None
    now = now or timezone.now()
    notification = Notification(
        user=user, key=key, kind=kind.key, game=game, seq=seq, data=data, at=now
    )
    if _is_new(notification):
        planned = plan(kind, wishes_of(user.pk, game), now)
        Delivery.objects.bulk_create(_delivery(notification, delivery, now) for delivery in planned)
        due = [
            delivery.channel
            for delivery in planned
            if delivery.due_at is not None and delivery.due_at <= now
        ]
        if due:
            transaction.on_commit(lambda: wake_outbox(due))
        if game is None:  # a line of a contest on the home page; tables tell of their games
            games_changed([user.pk])
        return notification
    return None


def note_to(
    user: User,
    kind: type[NotificationKind],
    key: str,
    channel: str,
    address: int,
    *,
    now: datetime,
    **data: object,
) -> Notification | None:
    """Write a notification for one address of a channel, due at once; `None` for a known key.

    `address`: one of `Channel.addresses`; 0 for all. `data`: as that of `note`.
    """
    data["address"] = address
    notification = Notification(user=user, key=key, kind=kind.key, data=data, at=now)
    if not _is_new(notification):
        return None
    Delivery.objects.create(notification=notification, channel=channel, due_at=now)
    transaction.on_commit(lambda: wake_outbox([channel]))
    return notification


def _is_new(notification: Notification) -> bool:
    """Insert a notification; false if the user has one with this key.

    One statement, without a savepoint: `get_or_create` takes four, and a move waits for them.
    """
    meta = Notification._meta
    columns = [field for field in meta.local_concrete_fields if not field.primary_key]
    values = [
        field.get_db_prep_save(field.pre_save(notification, True), connection) for field in columns
    ]
    names = ", ".join(connection.ops.quote_name(str(field.column)) for field in columns)
    marks = ", ".join("%s" for _field in columns)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {meta.db_table} ({names}) VALUES ({marks}) "
            "ON CONFLICT (user_id, key) DO NOTHING RETURNING id",
            values,
        )
        row = cursor.fetchone()
    if row is None:
        return False
    notification.pk = row[0]
    notification._state.adding = False
    return True


def prune(now: datetime | None = None) -> None:
    """Forget the notifications of long ago, in slices; what takes too long waits for the next run.

    In the order of their numbers: that of their times, but for some that lie close together.
    """
    before = (now or timezone.now()) - KEPT
    stop, last = monotonic() + RUN_SECONDS, 0
    while monotonic() < stop:
        later = Notification.objects.filter(pk__gt=last).order_by("pk")
        slice_ = list(later.values_list("pk", "at")[:SLICE])
        old = [pk for pk, at in slice_ if at < before]
        if not old:
            return
        Notification.objects.filter(pk__in=old).delete()
        last = slice_[-1][0]


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
