"""Whether a notification is still relevant: judged when one of its deliveries is due."""

from games.notifications.kinds import TableNotification, kind_of
from games.notifications.models import Notification
from games.notifications.policy import Relevance
from games.tables import presence


def relevance_of(notification: Notification) -> Relevance:
    """Return how relevant a notification is now, for the policy."""
    kind = kind_of(notification)
    if not isinstance(kind, TableNotification):
        return Relevance(stale=kind.stale())
    return Relevance(
        stale=kind.stale(),
        seen=_has_seen(kind),
        looking=presence.is_here(notification.user_id, kind.game.pk),
    )


def _has_seen(kind: TableNotification) -> bool:
    """Whether the user has looked at the table since, and at a state that shows the event.

    The time alone is not enough: a page may have been read a moment before the move.
    """
    own, notification = kind.own_seat, kind.notification
    return (
        own is not None
        and own.seen_at is not None
        and own.seen_at >= notification.at
        and own.seen_seq >= notification.seq
    )
