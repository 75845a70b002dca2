"""How things stand with what a nudge was about."""

from collections.abc import Sequence

from games.contests import registry
from games.notifications import reasons
from games.notifications.models import Happening, Nudge
from games.notifications.policy import PRESSING, Facts
from games.tables import presence
from games.tables.models import Message, Proposal, Seat, Status


def facts_of(nudge: Nudge) -> Facts:
    """Return what the policy wants to know before a delivery of this nudge is sent."""
    game = nudge.game
    if game is None:
        is_gone = "of" in nudge.data and registry.is_gone(nudge.data)
        return Facts(gone=reasons.GONE if is_gone else "")
    seats = list(game.seats.all())
    own = next((seat for seat in seats if nudge.user_id in (seat.user_id, seat.invited_id)), None)
    return Facts(
        gone=_gone(nudge, seats, own),
        seen=own is not None and _seen(nudge, own),
        looking=presence.is_here(nudge.user_id, game.pk),
    )


def _seen(nudge: Nudge, own: Seat) -> bool:
    """The time alone won't do: a page may have been read a moment before the move it shows not."""
    return own.seen_at is not None and own.seen_at >= nudge.at and own.seen_seq >= nudge.seq


def _gone(nudge: Nudge, seats: Sequence[Seat], own: Seat | None) -> str:
    assert nudge.game is not None
    status = nudge.game.status
    match nudge.what:
        case Happening.OVER:
            return ""
        case Happening.INVITATION:
            invited = nudge.user_id in [seat.invited_id for seat in seats]
            return "" if status == Status.OPEN and invited else reasons.GONE
        case Happening.TALK:
            if own is not None and own.talk_muted:
                return reasons.MUTED
            shown = Message.objects.filter(pk=nudge.data.get("message"), hidden=False).exists()
            return "" if shown else reasons.GONE
    if status != Status.RUNNING:
        return reasons.OVER
    if nudge.what == Happening.PROPOSAL:
        there = Proposal.objects.filter(pk=nudge.data.get("proposal")).exists()
        return "" if there else reasons.GONE
    if nudge.what in PRESSING:
        return _answered(nudge, seats, own)
    return ""


def _answered(nudge: Nudge, seats: Sequence[Seat], own: Seat | None) -> str:
    assert nudge.game is not None
    own_number = own.number if own else None
    abandoned = nudge.data.get("abandoned")
    number = nudge.data.get("seat", own_number) if abandoned is None else abandoned
    seat = next((seat for seat in seats if seat.number == number), None)
    if seat is None:
        return reasons.GONE
    # An abandoned seat waits until a teammate plays on for it.
    awaited = nudge.user_id if abandoned is None else seat.user_id
    if awaited != (seat.played_by_id or seat.user_id):
        return reasons.GONE
    if nudge.game.moves.filter(seat=number, seq__gt=nudge.seq).exists():
        return reasons.MOVED
    if seat.asked_at is not None and seat.asked_at > nudge.at:  # something else meanwhile
        return reasons.GONE
    if nudge.what == Happening.TIME and (nudge.game.deadline is None or _is_outdated(nudge)):
        return reasons.GONE
    return "" if seat.asked else reasons.GONE


def _is_outdated(nudge: Nudge) -> bool:
    """Whether a more pressing alarm has sounded in the same turn since."""
    same_turn = f"{nudge.key.rpartition(' ')[0]} "
    later = Nudge.objects.filter(user=nudge.user_id, game=nudge.game_id, pk__gt=nudge.pk)
    return "share" in nudge.data and later.filter(key__startswith=same_turn).exists()
