"""How things stand with what a notification was about."""

from collections.abc import Sequence

from games.contests import registry
from games.notifications import reasons
from games.notifications.models import Notification, NotificationKind
from games.notifications.policy import PRESSING, Facts
from games.tables import presence
from games.tables.models import Message, Proposal, Seat, Status


def facts_of(notification: Notification) -> Facts:
    """Return what the policy wants to know before a delivery of this notification is sent."""
    game = notification.game
    if game is None:
        is_gone = "of" in notification.data and registry.is_gone(notification.data)
        return Facts(gone=reasons.GONE if is_gone else "")
    seats = list(game.seats.all())
    own = next(
        (seat for seat in seats if notification.user_id in (seat.user_id, seat.invited_id)), None
    )
    return Facts(
        gone=_gone(notification, seats, own),
        seen=own is not None and _seen(notification, own),
        looking=presence.is_here(notification.user_id, game.pk),
    )


def _seen(notification: Notification, own: Seat) -> bool:
    """The time alone won't do: a page may have been read a moment before the move it shows not."""
    return (
        own.seen_at is not None
        and own.seen_at >= notification.at
        and own.seen_seq >= notification.seq
    )


def _gone(notification: Notification, seats: Sequence[Seat], own: Seat | None) -> str:
    assert notification.game is not None
    status = notification.game.status
    match notification.kind:
        case NotificationKind.OVER:
            return ""
        case NotificationKind.INVITATION:
            invited = notification.user_id in [seat.invited_id for seat in seats]
            return "" if status == Status.OPEN and invited else reasons.GONE
        case NotificationKind.TALK:
            if own is not None and own.talk_muted:
                return reasons.MUTED
            shown = Message.objects.filter(
                pk=notification.data.get("message"), hidden=False
            ).exists()
            return "" if shown else reasons.GONE
    if status != Status.RUNNING:
        return reasons.OVER
    if notification.kind == NotificationKind.PROPOSAL:
        there = Proposal.objects.filter(pk=notification.data.get("proposal")).exists()
        return "" if there else reasons.GONE
    if notification.kind in PRESSING:
        return _answered(notification, seats, own)
    return ""


def _answered(notification: Notification, seats: Sequence[Seat], own: Seat | None) -> str:
    assert notification.game is not None
    own_number = own.number if own else None
    abandoned = notification.data.get("abandoned")
    number = notification.data.get("seat", own_number) if abandoned is None else abandoned
    seat = next((seat for seat in seats if seat.number == number), None)
    if seat is None:
        return reasons.GONE
    # An abandoned seat waits until a teammate plays on for it.
    awaited = notification.user_id if abandoned is None else seat.user_id
    if awaited != (seat.played_by_id or seat.user_id):
        return reasons.GONE
    if notification.game.moves.filter(seat=number, seq__gt=notification.seq).exists():
        return reasons.MOVED
    if seat.asked_at is not None and seat.asked_at > notification.at:  # something else meanwhile
        return reasons.GONE
    if notification.kind == NotificationKind.TIME and (
        notification.game.deadline is None or _is_outdated(notification)
    ):
        return reasons.GONE
    return "" if seat.asked else reasons.GONE


def _is_outdated(notification: Notification) -> bool:
    """Whether a more pressing alarm has sounded in the same turn since."""
    same_turn = f"{notification.key.rpartition(' ')[0]} "
    later = Notification.objects.filter(
        user=notification.user_id, game=notification.game_id, pk__gt=notification.pk
    )
    return "share" in notification.data and later.filter(key__startswith=same_turn).exists()
