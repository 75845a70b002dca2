"""Tables that have not started: their lock, and how they are closed."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.lobby.announcements import TableClosed, table_closed
from games.tables import publishing
from games.tables.models import Closing, Game, Seat, Status

MOST_EXPIRED_AT_ONCE = 200


def lock_open(game_id: int, now: datetime) -> Game:
    """Return the locked row of a table that has not started, or raise `Refused`."""
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.status == Status.CANCELLED:
        raise Refused(_("This table has been closed. Open a new one?"))
    if game.status != Status.OPEN:
        raise Refused(_("This game has already started."))
    if game.expires_at <= now:
        raise Refused(_("This table has expired. Open a new one?"))
    return game


def close(game: Game, now: datetime) -> Game:
    """Close a table that has not started, whose row is locked; announces nothing."""
    game.status = Status.CANCELLED
    game.finished_at = now
    game.save(update_fields=["status", "finished_at"])
    game.seats.update(invited=None)
    publishing.table_changed(game)
    if game.rematch_of is not None:  # its page offers another one; locked by no other game's row
        transaction.on_commit(partial(publishing.table_changed, game.rematch_of))
    return game


def close_and_tell(
    game: Game, seats: Sequence[Seat], why: Closing, by: User | None, now: datetime
) -> Game:
    """Close a table like `close`, and announce it; `seats`: `occupied` before."""
    close(game, now)
    table_closed.send(TableClosed(game, seats, why, by, now))
    return game


def occupied(game: Game) -> list[Seat]:
    """Return the seats of a table with their users and invited users, read now."""
    return list(Seat.objects.filter(game=game).select_related("user", "invited"))


def cancel_table(user: User, game_id: int, *, now: datetime | None = None) -> Game:
    """Close a table that has not started on behalf of its creator; raises `Refused`."""
    now = now or timezone.now()
    with transaction.atomic():
        game = lock_open(game_id, now)
        if game.creator_id != user.pk:
            raise Refused(_("Only the player who opened a table can close it."), 403)
        return close_and_tell(game, occupied(game), Closing.CANCELLED, user, now)


def expire_tables(*, now: datetime | None = None) -> int:
    """Close the tables whose free seats were not taken in time; return their number."""
    now = now or timezone.now()
    closed = 0
    due = Game.objects.filter(status=Status.OPEN, expires_at__lte=now)
    for game_id in due.values_list("pk", flat=True)[:MOST_EXPIRED_AT_ONCE]:
        with transaction.atomic():
            game = Game.objects.select_for_update().get(pk=game_id)
            if game.status == Status.OPEN and game.expires_at <= now:
                close_and_tell(game, occupied(game), Closing.EXPIRED, None, now)
                closed += 1
    return closed
