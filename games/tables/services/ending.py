"""The end of a game: finished with a result or broken off; resigned or aborted by a player."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.tables import publishing
from games.tables.announcements import Ended, ended
from games.tables.models import Ending, Game, Seat, Status
from games.tables.seats import both_have_played, has_answered_a_bot, refuse_replaced, seat_of
from games.tables.services.locks import lock_running
from games.tables.table_events import TableEvent, TableEventKind, keep_event
from games.tables.timekeeping import absences
from games.tables.timekeeping.clocks import LockedTable

MOST_DROPPED = 3
"""How many games a player can leave at the start within a day and still abort another one."""


def finish(table: LockedTable, winner: int | None, ending: Ending) -> None:
    """Mark a game as finished with a result, which earns vacation; the caller saves it."""
    game = table.game
    game.status = Status.FINISHED
    game.winner = winner
    if game.rated and both_have_played(table.seats):
        absences.earn_vacation(table.seats)
    _end(table, ending)


def break_off(table: LockedTable, ending: Ending | str, late: Sequence[int] = ()) -> None:
    """Mark a game as ended without a result; the caller saves it.

    `late`: the sides whose time ran out, which a contest may count as a loss.
    """
    table.game.status = Status.ABORTED
    _end(table, ending, late)


def _end(table: LockedTable, ending: Ending | str, late: Sequence[int] = ()) -> None:
    game, seats = table.game, table.seats
    game.ending = ending
    game.finished_at = table.now
    game.deadline = game.paused_until = None
    game.gathering = False
    for seat in seats:
        seat.asked = False
        seat.draft = []
        seat.plan = {}
        seat.sealed_at = seat.sends_at = None
    private: dict[str, object] = {"draft": [], "plan": {}, "sealed_at": None, "sends_at": None}
    Seat.objects.filter(game=game).update(asked=False, **private)
    game.drop_proposal()
    ended.send(Ended(game, seats, table.now, late))


def resign(user: User, game_id: int, *, now: datetime | None = None) -> Game:
    """Resign a game on behalf of the user's side; raises `Refused`."""
    now = now or timezone.now()
    with transaction.atomic():
        table = lock_running(game_id, now)
        game, seats = table.game, table.seats
        seat = seat_of(user, seats)
        refuse_replaced(seat)
        against_people = any(other.user_id is not None for other in seats if other.pk != seat.pk)
        if against_people and not both_have_played(seats):
            drop(seat, now)
        keep_event(game, TableEvent(TableEventKind.RESIGNED, now, game.seq, by=seat.number))
        finish(table, 1 - seat.side, Ending.RESIGNATION)
        game.save()
        publishing.table_changed(game)
    return game


def may_abort(game: Game, seats: Sequence[Seat], own: Seat) -> bool:
    """Whether the player of a seat may abort the game: before the first turn of the seat's side.

    A game of a contest can only be resigned, and so can a rated one against a bot from the player's
    first answer on.
    """
    begun = any(seat.turns for seat in seats if seat.side == own.side)
    return game.is_abortable and not begun and not _counts_already(game, seats)


def _counts_already(game: Game, seats: Sequence[Seat]) -> bool:
    return bool(game.pool) and has_answered_a_bot(game, seats)


def abort(user: User, game_id: int, *, now: datetime | None = None) -> Game:
    """End a game without a result before the first turn of the user's side; raises `Refused`.

    It lowers the user's reliability, and is limited against people (`MOST_DROPPED`).
    """
    now = now or timezone.now()
    with transaction.atomic():
        table = lock_running(game_id, now)
        game, seats = table.game, table.seats
        own = seat_of(user, seats)
        refuse_replaced(own)
        if not game.is_abortable:
            raise Refused(_("You can't abort a game of a contest. You can resign it."))
        if _counts_already(game, seats):
            raise Refused(_("A rated game against a bot counts from your first answer on."))
        if not may_abort(game, seats, own):
            raise Refused(_("Your first turn has started. You can only resign now."))
        if any(seat.user_id is not None for seat in seats if seat.pk != own.pk):
            _refuse_dropping(user, now)
            drop(own, now)
        keep_event(game, TableEvent(TableEventKind.ABORTED, now, game.seq, by=own.number))
        break_off(table, "")
        game.save()
        publishing.table_changed(game)
    return game


def drop(seat: Seat, now: datetime) -> None:
    """Note that a player has left a game at the start, which lowers the player's reliability."""
    seat.dropped_at = now
    seat.save(update_fields=["dropped_at"])


def _refuse_dropping(user: User, now: datetime) -> None:
    dropped = Seat.objects.filter(user=user, dropped_at__gt=now - timedelta(days=1))
    if dropped.count() >= MOST_DROPPED:
        raise Refused(
            _("You have left 3 games at the start within a day. Resign, or keep playing."), 429
        )
