"""Who answers for which seat: one's own, and that of a teammate who has let their time pass."""

from collections.abc import Sequence

from accounts.models import User
from games.tables.models import Seat


def own_seat(seats: Sequence[Seat], user: User | None) -> Seat | None:
    """Return where a user sits."""
    if user is None:
        return None
    return next((seat for seat in seats if seat.user_id == user.pk), None)


def acting_seat(seats: Sequence[Seat], user: User | None) -> Seat | None:
    """Return the seat that a user answers for now, with its hand.

    That is their own, unless only a seat is asked that they have taken over.
    """
    own = own_seat(seats, user)
    if own is None or user is None or own.asked:
        return own
    taken = (seat for seat in seats if seat.asked and seat.played_by_id == user.pk)
    return next(taken, own)


def may_answer(seat: Seat, user: User | None) -> bool:
    """Whether a seat is asked and the user is who answers for it."""
    if user is None or not seat.asked:
        return False
    return user.pk == (seat.played_by_id or seat.user_id)


def may_take_over(own: Seat, other: Seat) -> bool:
    """Whether the player of one seat may play on for another, whose player is too late."""
    return (
        own.side == other.side
        and own.pk != other.pk
        and own.played_by_id is None
        and other.asked
        and other.played_by_id is None
        and other.abandoned_at is not None
        and (other.asked_at is None or other.asked_at <= other.abandoned_at)
        and (other.back_at is None or other.back_at < other.abandoned_at)
    )


def both_have_played(seats: Sequence[Seat]) -> bool:
    """Whether both sides have completed a turn."""
    # A seat's second turn starts when it has completed its first.
    return all(any(seat.turns > 1 for seat in seats if seat.side == side) for side in (0, 1))
