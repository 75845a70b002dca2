"""Takeovers in games of four: a teammate plays on for a player who ran out of time."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games import clock as arithmetic
from games.tables import publishing, time_words
from games.tables.models import Game, Seat
from games.tables.seats import may_take_over, refuse_replaced, seat_of
from games.tables.services.locks import lock_running
from games.tables.table_events import TableEventKind
from games.tables.timekeeping.changes import clock_changed
from games.tables.timekeeping.clocks import CLOCK_FIELDS, asked_people, weeks_of


def take_over(user: User, game_id: int, *, now: datetime | None = None) -> Game:
    """Take over the seat of a teammate who ran out of time; raises `Refused`.

    The team got a fresh turn of time when that happened. Until the takeover the seat's own player
    can still answer; afterwards that player only watches, until the end of the game. 409: no
    teammate ran out of time, or one that did has confirmed a turn, or the fresh turn has run out
    too.
    """
    now = now or timezone.now()
    with transaction.atomic():
        table = lock_running(game_id, now)
        game, seats = table.game, table.seats
        own = seat_of(user, seats)
        refuse_replaced(own)
        taken = [seat for seat in seats if may_take_over(own, seat)]
        if not taken:
            raise Refused(_("No teammate of yours has run out of time."))
        for seat in taken:
            _hand_over(seat, user, now)
        if own.side in table.late():
            raise Refused(time_words.LATE)
        if table.clock is not None:
            weeks = weeks_of(asked_people(seats)[own.side])
            table.clock = arithmetic.new_week(table.clock, own.side, weeks, now)
            table.keep_clock()
        game.save(update_fields=CLOCK_FIELDS)
        for seat in taken:
            handed = {"by": own.number, "seat": seat.number}
            clock_changed(table, TableEventKind.TAKEN_OVER, **handed)
        publishing.table_changed(game)
    return game


def _hand_over(seat: Seat, user: User, now: datetime) -> None:
    seat.played_by = user
    seat.asked_at = now
    seat.draft = []
    seat.plan = {}
    seat.sealed_at = seat.sends_at = None
    private = ("draft", "plan", "sealed_at", "sends_at")
    seat.save(update_fields=["played_by", "asked_at", *private])
