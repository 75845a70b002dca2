"""The clock sweep: gives outages back, extends deadlines by vacation, and ends late games.

It is idempotent, and may run late or concurrently: each game is handled in its own transaction,
with its row locked.
"""

import logging
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from accounts import database_clock
from accounts.models import User
from games import clock as arithmetic
from games.clock import Clock
from games.tables import publishing
from games.tables.announcements import TakeoverOffered, takeover_offered
from games.tables.models import Ending, Game, Seat, Status
from games.tables.seats import seats_of_game
from games.tables.services import absentees, ending, sending
from games.tables.services.agreements import resumed
from games.tables.table_events import TableEventKind, last_of
from games.tables.timekeeping import absences, gathering, outages
from games.tables.timekeeping.changes import clock_changed
from games.tables.timekeeping.clocks import asked_people, clock_of, keep, weeks_of

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
        seats = seats_of_game(game, now)
        sending.settle(game, seats, now, late=True)
        outages.catch_up(game, seats, now)
        clock = clock_of(game, seats)
        if game.status != Status.RUNNING or clock is None:
            return False
        before = (game.clock, game.deadline, game.paused_until)
        changes: list[tuple[TableEventKind, Seat | None]] = []
        if game.paused_until is not None and game.paused_until <= now:
            if game.live:
                _break_off(game, seats, now)
                return True
            clock = resumed(game, seats, clock, now)
            changes.append((TableEventKind.PAUSE_OVER, None))
        late = arithmetic.late(clock, now)
        clock = absences.cover(game, seats, clock, now)
        for side in sorted(late - arithmetic.late(clock, now)):
            if not _is_covered(game):
                changes.append((TableEventKind.VACATION, asked_people(seats)[side][0]))
        lost = []
        for side in sorted(arithmetic.late(clock, now)):
            extended = _offer_takeover(game, seats, side, clock, now)
            clock = extended or clock
            if extended is None:
                lost.append(side)
            else:
                changes.append((TableEventKind.LATE, asked_people(seats)[side][0]))
        keep(game, clock)
        if lost:
            _lose(game, seats, lost, now)
        elif before == (game.clock, game.deadline, game.paused_until):
            return False
        game.save()
        for kind, seat in () if lost else changes:
            clock_changed(game, seats, kind, now, seat=None if seat is None else seat.number)
        publishing.table_changed(game)
    return bool(lost)


def _is_covered(game: Game) -> bool:
    """Whether vacation has extended this answer's deadline before, which it does hour by hour."""
    event = last_of(game, TableEventKind.VACATION)
    return event is not None and event.seq == game.seq


def _break_off(game: Game, seats: Sequence[Seat], now: datetime) -> None:
    """Break off a live game whose players did not come, or did not resume it after a pause."""
    if game.seq:
        ending.break_off(game, seats, Ending.LAPSED, now)
    else:
        ending.break_off(game, seats, Ending.UNBEGUN, now, gathering.missing(game, seats))
    game.save()
    publishing.table_changed(game)


def _lose(game: Game, seats: Sequence[Seat], sides: list[int], now: datetime) -> None:
    """End a game in which one side, or both, ran out of time."""
    begun = all(_has_answered(game, side) for side in sides)
    if not begun or len(sides) == 2:  # both are asked only before the first turn
        for seat in seats:
            if seat.side in sides and seat.asked and not seat.bot:
                ending.drop(seat, now)
        ending.break_off(game, seats, Ending.UNBEGUN, now, sides)
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
        ending.break_off(game, seats, Ending.ANNULLED, now, sides)
    else:
        ending.finish(game, seats, 1 - side, Ending.TIME, now)


def _has_answered(game: Game, side: int) -> bool:
    return game.moves.filter(seat__in=(side, side + 2)).exists()


def _in_the_same_absence(user: User, game: Game) -> bool:
    """Whether a user ran out of time in another game, and has neither answered nor looked since."""
    elsewhere = Seat.objects.filter(user=user, abandoned_at__isnull=False).exclude(game=game)
    latest = elsewhere.order_by("-abandoned_at").values_list("abandoned_at", flat=True).first()
    if latest is None or user.seats.filter(seen_at__gt=latest).exists():
        return False
    answered = Q(user=user, played_by=None) | Q(played_by=user)
    since = {"game__moves__seat": F("number"), "game__moves__at__gt": latest}
    return not Seat.objects.filter(answered, **since).exists()


def _offer_takeover(
    game: Game, seats: Sequence[Seat], side: int, clock: Clock, now: datetime
) -> Clock | None:
    """Let a teammate take over a late seat, with a fresh turn of time; `None` if none can.

    The teammate must be a user who is not late too, and it happens once a game and team.
    """
    late = asked_people(seats)[side]
    team = [seat for seat in seats if seat.side == side]
    mates = [seat for seat in team if seat.player is not None and not seat.asked]
    if not mates or not _has_answered(game, side) or any(s.abandoned_at for s in team):
        return None
    for seat in late:
        seat.abandoned_at = now
        seat.save(update_fields=["abandoned_at"])
    week = None if clock.pace.live else weeks_of(mates)[0]
    until = arithmetic.deadline(week, now, clock.pace.increment)
    takeover_offered.send(TakeoverOffered(game, late[0], mates, now))
    return arithmetic.extend(clock, side, until)
