"""Live clocks run only once all players are at the table.

A live game begins with its clocks at rest (`Game.gathering`). They run from the first look at
which all are there; if that does not happen within `PATIENCE`, the game is broken off.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import User
from games import clock as arithmetic
from games.clock import Clock
from games.tables import presence, publishing
from games.tables.models import Game, Seat, Status
from games.tables.timekeeping.clocks import (
    CLOCK_FIELDS,
    clock_of,
    keep,
    weeks_asked,
    weeks_of_sides,
)

PATIENCE = timedelta(minutes=5)
"""How long the clocks of a live game wait for its players."""
LOOKS_FOR = timedelta(seconds=60)
"""For so long a look at the table counts as being there."""


def people_of(seats: Iterable[Seat]) -> list[Seat]:
    """Return the seats that a person answers for."""
    return [seat for seat in seats if seat.user_id is not None]


def is_here(seat: Seat, now: datetime) -> bool:
    """Whether the player of a seat looks at the table now."""
    user = seat.played_by_id or seat.user_id or 0
    if seat.played_by_id is None and seat.seen_at is not None and now - seat.seen_at < LOOKS_FOR:
        return True
    return presence.is_here(user, seat.game_id)


def absent(seats: Sequence[Seat], now: datetime, user: User) -> list[Seat]:
    """Return the seats whose players do not look at the table now; `user` is there, who asks."""
    return [seat for seat in people_of(seats) if seat.player != user and not is_here(seat, now)]


def wait_for_players(
    game: Game, seats: Sequence[Seat], clock: Clock, since: datetime, now: datetime
) -> Clock:
    """Return the clock of a live game at rest since a moment, until its players are there.

    The caller keeps it. A player who plays against bots is there already.
    """
    if len(people_of(seats)) < 2:
        return clock
    game.gathering = True
    game.paused_until = now + PATIENCE
    return arithmetic.pause(clock, weeks_of_sides(seats), since)


def arrived(game_id: int, seat: Seat, now: datetime) -> bool:
    """Start the clocks if the player of a seat was the last one missing; true if they run now.

    A player who comes is announced to the open pages of the others: they look again, which says
    whether they are still looked at.
    """
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game_id)
        if not game.gathering or game.status != Status.RUNNING:
            return False
        seats = list(game.seats.select_related("user", "played_by"))
        clock = clock_of(game, seats)
        if clock is None or any(not is_here(each, now) for each in people_of(seats)):
            if seat.seen_at is None or now - seat.seen_at >= LOOKS_FOR:
                publishing.table_changed(game)
            return False
        game.gathering = False
        game.paused_until = None
        keep(game, arithmetic.resume(clock, weeks_asked(seats), now))
        game.save(update_fields=[*CLOCK_FIELDS, "paused_until", "gathering"])
        publishing.table_changed(game)
    return True


def missing(game: Game, seats: Sequence[Seat]) -> list[int]:
    """Return the sides of a game of which a player has never looked at it."""
    never = [
        seat
        for seat in people_of(seats)
        if seat.seen_at is None or (game.started_at and seat.seen_at < game.started_at)
    ]
    return sorted({seat.side for seat in never})
