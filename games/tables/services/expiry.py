"""The clock sweep: gives outages back, extends deadlines by vacation, and ends late games.

It is idempotent, and may run late or concurrently: each game is handled in its own transaction,
with its row locked.
"""

import logging
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from common import database_clock
from games import clock as arithmetic
from games.tables import publishing
from games.tables.announcements import TakeoverOffered, takeover_offered
from games.tables.models import Ending, Game, Seat, Status
from games.tables.moves import has_answered_since
from games.tables.seats import seats_of_game
from games.tables.services import absentees, ending, sending
from games.tables.services.agreements import resume
from games.tables.table_events import TableEventKind, last_of
from games.tables.timekeeping import absences, gathering, outages
from games.tables.timekeeping.changes import clock_changed
from games.tables.timekeeping.clocks import LockedTable, asked_people, weeks_of

log = logging.getLogger(__name__)


def mind_the_clocks(now: datetime | None = None) -> int:
    """Handle all clocks that are due; return the number of games that ended.

    An outage that ends now is recorded first, so that every game has it back before it is judged;
    games that are not due get it back in batches. A game that can't be handled is logged and
    skipped. A machine whose clock is wrong leaves it all to another one.
    """
    if not database_clock.is_right():
        return 0
    now = now or timezone.now()
    outages.notice(now)
    outages.beat(now)
    due = Game.objects.filter(Q(deadline__lt=now) | Q(paused_until__lte=now), status=Status.RUNNING)
    ended = 0
    for game_id in list(due.order_by("deadline", "pk").values_list("pk", flat=True)):
        try:
            ended += _handle(game_id, now)
            absentees.announce_absent(game_id, now)
        except Exception:
            log.exception("could not handle the clock of game %s", game_id)
    outages.settle(now)
    return ended


def _handle(game_id: int, now: datetime) -> bool:
    """Handle the clock of a game; true if the game ended."""
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game_id)
        table = LockedTable(game, seats_of_game(game, now), now)
        sending.settle(table, late=True)
        outages.catch_up(table)
        if game.status != Status.RUNNING or table.clock is None:
            return False
        before = (game.clock, game.deadline, game.paused_until)
        changes: list[tuple[TableEventKind, Seat | None]] = []
        if game.paused_until is not None and game.paused_until <= now:
            if game.live:
                _break_off(table)
                return True
            resume(table)
            changes.append((TableEventKind.PAUSE_OVER, None))
        late = table.late()
        absences.cover(table)
        for side in sorted(late - table.late()):
            if not _is_covered(game):
                changes.append((TableEventKind.VACATION, asked_people(table.seats)[side][0]))
        lost = []
        for side in sorted(table.late()):
            if _offer_takeover(table, side):
                changes.append((TableEventKind.LATE, asked_people(table.seats)[side][0]))
            else:
                lost.append(side)
        table.keep_clock()
        if lost:
            _lose(table, lost)
        elif before == (game.clock, game.deadline, game.paused_until):
            return False
        game.save()
        for kind, seat in () if lost else changes:
            clock_changed(table, kind, seat=None if seat is None else seat.number)
        publishing.table_changed(game)
    return bool(lost)


def _is_covered(game: Game) -> bool:
    """Whether vacation has extended this answer's deadline before, which it does hour by hour."""
    event = last_of(game, TableEventKind.VACATION)
    return event is not None and event.seq == game.seq


def _break_off(table: LockedTable) -> None:
    """Break off a live game whose players did not come, or did not resume it after a pause."""
    game = table.game
    if game.seq:
        ending.break_off(table, Ending.LAPSED)
    else:
        ending.break_off(table, Ending.UNBEGUN, gathering.missing(game, table.seats))
    game.save()
    publishing.table_changed(game)


def _lose(table: LockedTable, sides: list[int]) -> None:
    """End a game in which one side, or both, ran out of time."""
    game, seats, now = table.game, table.seats, table.now
    begun = all(_has_answered(game, side) for side in sides)
    if not begun or len(sides) == 2:  # both are asked only before the first turn
        for seat in seats:
            if seat.side in sides and seat.asked and not seat.bot:
                ending.drop(seat, now)
        ending.break_off(table, Ending.UNBEGUN, sides)
        return
    (side,) = sides
    annulled = all(
        _in_the_same_absence(seat.player, game)
        for seat in seats
        if seat.side == side and seat.player is not None
    )
    late = {seat.player for seat in asked_people(seats)[side]}
    for seat in seats:
        if seat.user is not None and seat.user in late:
            seat.abandoned_at = now
            seat.save(update_fields=["abandoned_at"])
    if annulled:
        ending.break_off(table, Ending.ANNULLED, sides)
    else:
        ending.finish(table, 1 - side, Ending.TIME)


def _has_answered(game: Game, side: int) -> bool:
    return game.moves.filter(seat__in=(side, side + 2)).exists()


def _in_the_same_absence(user: User, game: Game) -> bool:
    """Whether a user ran out of time in another game, and has neither answered nor looked since."""
    elsewhere = Seat.objects.filter(user=user, abandoned_at__isnull=False).exclude(game=game)
    latest = elsewhere.order_by("-abandoned_at").values_list("abandoned_at", flat=True).first()
    if latest is None or user.seats.filter(seen_at__gt=latest).exists():
        return False
    return not has_answered_since(user, latest)


def _offer_takeover(table: LockedTable, side: int) -> bool:
    """Let a teammate take over a late seat, with a fresh turn of time; false if none can.

    The teammate must be a user who is not late too, and it happens once a game and team.
    """
    game, seats, now = table.game, table.seats, table.now
    assert table.clock is not None
    late = asked_people(seats)[side]
    team = [seat for seat in seats if seat.side == side]
    mates = [seat for seat in team if seat.player is not None and not seat.asked]
    if not mates or not _has_answered(game, side) or any(s.abandoned_at for s in team):
        return False
    for seat in late:
        seat.abandoned_at = now
        seat.save(update_fields=["abandoned_at"])
    week = None if table.clock.pace.live else weeks_of(mates)[0]
    until = arithmetic.deadline(week, now, table.clock.pace.increment)
    takeover_offered.send(TakeoverOffered(game, late[0], mates, now))
    table.clock = arithmetic.extend(table.clock, side, until)
    return True
