"""The seats of a game with their users, and the seats that a user answers for."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import count
from typing import Any

from django.db.models import BigIntegerField, DateTimeField, F, OuterRef, QuerySet, Subquery
from django.db.models.expressions import Combinable
from django.utils.translation import gettext as _

from accounts.models import Absence, User
from common.prepared import PreparedQuery
from common.refusals import Refused
from games.tables.models import Game, Seat


def _seats(game: Combinable, now: Combinable) -> QuerySet[Any, Any]:
    """Return the seats of a game with their users and the ends of the vacations these are on.

    `at_version`: the version that the game has when they are read.
    """
    away = Absence.objects.filter(user=OuterRef("user"), start__lte=now, end__gt=now)
    ends = Subquery(away.values("end")[:1])
    seats = Seat.objects.filter(game=game).select_related("user")
    return seats.annotate(vacation_end=ends, at_version=F("game__version"))


SEATS_OF_GAME = PreparedQuery(_seats, game=BigIntegerField(), now=DateTimeField())


def seats_of_game(game: Game, now: datetime) -> list[Seat]:
    """Return the seats of a game with their users, in one query; `game.seats.all()` is the same.

    Each seat has `away_until`: the end of its user's vacation, or `None` if the user is not away.
    A seat that has been taken over has the teammate's `User` as `played_by`.
    """
    seats: list[Any] = SEATS_OF_GAME.all(game=game.pk, now=now)
    users = {seat.user_id: seat.user for seat in seats}
    for seat in seats:
        seat.game = game
        seat.away_until = seat.vacation_end
        if seat.played_by_id is not None:
            seat.played_by = users.get(seat.played_by_id)
    rows: Any = game.seats.all()
    rows._result_cache = seats  # as a prefetch leaves it
    rows._prefetch_done = True
    vars(game).setdefault("_prefetched_objects_cache", {})["seats"] = rows
    return seats


def seat_bot(seat: Seat, bot: str, seats: Iterable[Seat]) -> None:
    """Put a bot on a free seat, which the caller saves; no other one of `seats` has its name."""
    taken = {other.namesake for other in seats if other is not seat and other.bot == bot}
    seat.bot = bot
    seat.namesake = next(number for number in count() if number not in taken)


def own_seat(seats: Sequence[Seat], user: User | None) -> Seat | None:
    """Return the seat of a user, or `None`."""
    if user is None:
        return None
    return next((seat for seat in seats if seat.user_id == user.pk), None)


def acting_seat(seats: Sequence[Seat], user: User | None) -> Seat | None:
    """Return the seat that a user answers for now, and whose hand the user sees.

    It is the user's own seat, unless only a seat that the user has taken over is asked.
    """
    own = own_seat(seats, user)
    if own is None or user is None or own.asked:
        return own
    taken = (seat for seat in seats if seat.asked and seat.played_by_id == user.pk)
    return next(taken, own)


def may_answer(seat: Seat, user: User | None) -> bool:
    """Whether a seat is asked and the user answers for it."""
    if user is None or not seat.asked:
        return False
    return user.pk == (seat.played_by_id or seat.user_id)


def waits_for(seat: Seat, user: User | None) -> bool:
    """Whether the game waits for a user at a seat, who has not confirmed a turn already."""
    return may_answer(seat, user) and seat.sends_at is None


def may_take_over(own: Seat, other: Seat) -> bool:
    """Whether the player of one seat may take over another one, whose player's time ran out.

    Not while a turn that the other player has confirmed since waits to be sent.
    """
    return (
        own.side == other.side
        and own.pk != other.pk
        and own.played_by_id is None
        and other.asked
        and other.played_by_id is None
        and is_overdue(other)
        and (other.sends_at is None or other.is_standing_answer)
    )


def is_overdue(seat: Seat) -> bool:
    """Whether the player of a seat ran out of time and has not answered since."""
    late = seat.abandoned_at
    return (
        late is not None
        and (seat.asked_at is None or seat.asked_at <= late)
        and (seat.back_at is None or seat.back_at < late)
    )


def both_have_played(seats: Sequence[Seat]) -> bool:
    """Whether both sides have completed a turn."""
    # A seat's second turn starts when it has completed its first.
    return all(any(seat.turns > 1 for seat in seats if seat.side == side) for side in (0, 1))


def has_answered_a_bot(game: Game, seats: Sequence[Seat]) -> bool:
    """Whether a game is against a bot, and its player has answered, the mulligan included."""
    people = [seat.number for seat in seats if not seat.bot]
    return len(people) < len(seats) and game.moves.filter(seat__in=people).exists()


def shares_a_sealed_deal(user: User, seats: Iterable[Seat]) -> bool:
    """Whether a user and another player of some seats have a deal that is not over everywhere."""
    deals = Game.objects.filter(sealed=True, seats__user=user).values("seed")
    others = [seat.user_id for seat in seats if seat.user_id not in (None, user.pk)]
    return Seat.objects.filter(user__in=others, game__sealed=True, game__seed__in=deals).exists()


def seat_of(user: User, seats: Sequence[Seat]) -> Seat:
    """Return the seat of a user, or raise `Refused`."""
    for seat in seats:
        if seat.user_id is not None and seat.user_id == user.pk:
            return seat
    raise Refused(_("You are not playing at this table."), 403, code="not_playing")


def players_of(seats: Iterable[Seat]) -> set[int | None]:
    """Return the ids of the users of some seats, and of teammates who have taken one over."""
    return {pk for seat in seats for pk in (seat.user_id, seat.played_by_id)}


def seats_of(user: User, seats: Sequence[Seat]) -> set[int]:
    """Return the numbers of the seats that a user answers for, taken over ones included."""
    return {seat.number for seat in seats if seat.player == user}


def answering_seat(user: User, seats: Sequence[Seat]) -> Seat:
    """Return the seat that a user answers for now, or raise `Refused`."""
    seat = acting_seat(seats, user)
    if seat is None:
        raise Refused(_("You are not playing at this table."), 403, code="not_playing")
    refuse_replaced(seat, user)
    return seat


def refuse_replaced(seat: Seat, user: User | None = None) -> None:
    """Raise `Refused` for the player of a seat that a teammate has taken over."""
    if seat.played_by is not None and seat.played_by != user:
        raise Refused(_("Your time ran out, and your teammate has taken over your seat."), 403)
