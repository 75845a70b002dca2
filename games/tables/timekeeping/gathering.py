"""Live clocks that wait until all players are at the table.

A live game starts with its clocks paused (`Game.gathering`). They run from the first look with all
players present; without it the game is broken off after `PATIENCE`.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import User
from games import clock as arithmetic
from games.tables import presence, publishing
from games.tables.models import Game, Seat, Status
from games.tables.seats import seats_of_game
from games.tables.table_events import TableEventKind
from games.tables.timekeeping.changes import clock_changed
from games.tables.timekeeping.clocks import CLOCK_FIELDS, LockedTable, weeks_asked, weeks_of_sides

PATIENCE = timedelta(minutes=5)
"""The time that the clocks of a live game wait for its players."""
LOOKS_FOR = timedelta(seconds=60)
"""The time for which a look at the table counts as presence."""


def people_of(seats: Iterable[Seat]) -> list[Seat]:
    """Return the seats of users."""
    return [seat for seat in seats if seat.user_id is not None]


def is_here(seat: Seat, now: datetime) -> bool:
    """Whether the player of a seat is at the table now."""
    user = seat.played_by_id or seat.user_id or 0
    if seat.played_by_id is None and seat.seen_at is not None and now - seat.seen_at < LOOKS_FOR:
        return True
    return presence.is_here(user, seat.game_id)


def absent(seats: Sequence[Seat], now: datetime, user: User) -> list[Seat]:
    """Return the seats whose players are not at the table; `user`, who acts, is."""
    return [seat for seat in people_of(seats) if seat.player != user and not is_here(seat, now)]


def wait_for_players(table: LockedTable, since: datetime) -> None:
    """Pause the clock of a live game since a moment until its players are present.

    The caller stores it. The clock of a game against bots does not change.
    """
    if table.clock is None or len(people_of(table.seats)) < 2:
        return
    table.game.gathering = True
    table.game.paused_until = table.now + PATIENCE
    table.clock = arithmetic.pause(table.clock, weeks_of_sides(table.seats), since)


def arrived(game_id: int, seat: Seat, now: datetime) -> bool:
    """Start the clocks if the player of a seat was the last one missing; true if they run now.

    An arrival is published, so that the other players' open pages report whether they are looked
    at.
    """
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game_id)
        if not game.gathering or game.status != Status.RUNNING:
            return False
        table = LockedTable(game, seats_of_game(game, now), now)
        missing = [other for other in people_of(table.seats) if not is_here(other, now)]
        if table.clock is None or missing:
            if seat.seen_at is None or now - seat.seen_at >= LOOKS_FOR:
                publishing.table_changed(game)
            return False
        game.gathering = False
        game.paused_until = None
        table.clock = arithmetic.resume(table.clock, weeks_asked(table.seats), now)
        table.keep_clock()
        game.save(update_fields=[*CLOCK_FIELDS, "paused_until", "gathering"])
        clock_changed(table, TableEventKind.BEGUN)
        publishing.table_changed(game)
    return True


def missing(game: Game, seats: Sequence[Seat]) -> list[int]:
    """Return the sides of a game with a player who has never looked at it."""
    never = [
        seat
        for seat in people_of(seats)
        if seat.seen_at is None or (game.started_at and seat.seen_at < game.started_at)
    ]
    return sorted({seat.side for seat in never})
