"""Agreements about time: gifts, pauses and their end, another pace.

A paused game has no deadline for up to `LONGEST_PAUSE`; a live game that is still paused then is
broken off. Answers to a paused game cost no time, and its clocks stay paused. One member speaks for
a team; bots agree to everything.

A proposal lapses with the next answer; one about live play after `LIVE_OFFER` at the latest.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games import clock as arithmetic
from games.clock import Clock, ClockError, Pace
from games.clock.moments import DAY, HOUR
from games.tables import publishing, time_words
from games.tables.announcements import Proposed, proposed
from games.tables.models import Game, Proposal, ProposalKind, Seat
from games.tables.seats import refuse_replaced, seat_of
from games.tables.services.locks import lock_running
from games.tables.table_events import TableEventKind
from games.tables.timekeeping import absences, gathering
from games.tables.timekeeping.changes import clock_changed
from games.tables.timekeeping.clocks import (
    CLOCK_FIELDS,
    LockedTable,
    weeks_asked,
    weeks_of_sides,
)

LEAST_GIFT, MOST_GIFT = 12, 7 * 24
"""Hours that can be given at once."""
MOST_LEFT = 30 * DAY
"""Usable seconds that a side can have after a gift."""
LONGEST_PAUSE = timedelta(days=30)

_AGREED = {
    ProposalKind.PAUSE: TableEventKind.PAUSED,
    ProposalKind.RESUME: TableEventKind.RESUMED,
    ProposalKind.PACE: TableEventKind.PACE,
}


def give_time(user: User, game_id: int, hours: int, *, now: datetime | None = None) -> Game:
    """Give the other side usable hours; raises `Refused`.

    422: fewer than 12, more than 7 days, or more than 30 days in all; 409: no clock, a live game,
    or the other side has already lost on time; 403: the user does not play here.
    """
    now = now or timezone.now()
    with transaction.atomic():
        table, seat = _locked(user, game_id, now)
        game, seats, clock = table.game, table.seats, _running(table)
        _refuse_delay(game)
        if clock.pace.live:
            raise Refused(_("You can only give time in correspondence games."))
        if not LEAST_GIFT <= hours <= MOST_GIFT:
            raise Refused(_("You can give between 12 hours and 7 days."), 422)
        other = 1 - seat.side
        if all(other_seat.bot for other_seat in seats if other_seat.side == other):
            raise Refused(_("Bots don't need extra time."), 422)
        if clock.sides[other].left + hours * HOUR > MOST_LEFT:
            raise Refused(_("That would give the other side more than 30 days."), 422)
        absences.cover(table)
        weeks = weeks_of_sides(seats)[other]
        try:
            table.clock = arithmetic.gift(_running(table), other, weeks, hours * HOUR, now)
        except ClockError as error:
            raise time_words.refusal(error) from error
        _store(table)
        given = {"by": seat.number, "seat": other, "hours": hours}
        clock_changed(table, TableEventKind.GIVEN, **given)
    return game


def propose(
    user: User,
    game_id: int,
    kind: ProposalKind,
    pace: Pace | None = None,
    *,
    now: datetime | None = None,
) -> Proposal | None:
    """Propose a pause, its end, or another pace (`None`: no clock); raises `Refused`.

    Returns the proposal; `None` if it takes effect at once, because all opponents are bots.
    409: not possible now, or another proposal is open; 422: not a pace for this game.
    """
    now = now or timezone.now()
    with transaction.atomic():
        table, seat = _locked(user, game_id, now)
        game = table.game
        _check(table, kind, pace)
        if _open_proposal(game, now) is not None:
            raise Refused(_("There is already an open proposal. Answer it first."))
        proposal = Proposal(
            game=game, side=seat.side, kind=kind, pace=pace and pace.to_json(), at=now
        )
        others = [other for other in table.seats if other.side != seat.side]
        if all(other.bot for other in others):
            _refuse_alone(table, proposal, user)
            _carry_out(table, proposal)
            return None
        proposal.save()
        proposed.send(Proposed(game, proposal, others, now))
        publishing.table_changed(game)
    return proposal


def accept_proposal(user: User, game_id: int, *, now: datetime | None = None) -> Game:
    """Accept the other side's proposal; raises `Refused`."""
    now = now or timezone.now()
    with transaction.atomic():
        table, seat = _locked(user, game_id, now)
        proposal = _proposal(table.game, now)
        if proposal.side == seat.side:
            raise Refused(_("The other side has to agree."), 403)
        pace = None if proposal.pace is None else Pace.from_json(proposal.pace)
        _check(table, ProposalKind(proposal.kind), pace)
        _refuse_alone(table, proposal, user)
        _carry_out(table, proposal)
    return table.game


def decline_proposal(user: User, game_id: int, *, now: datetime | None = None) -> Game:
    """Decline the other side's proposal, or withdraw the own side's; raises `Refused`."""
    now = now or timezone.now()
    with transaction.atomic():
        game = _locked(user, game_id, now)[0].game
        _proposal(game, now)
        game.drop_proposal()
        publishing.table_changed(game)
    return game


def resume(table: LockedTable) -> None:
    """Resume the clock after a pause; the caller keeps it and saves the game."""
    game = table.game
    game.paused_until = None
    game.gathering = False
    proposal: Proposal | None = getattr(game, "proposal", None)
    if proposal is not None and proposal.kind == ProposalKind.RESUME:
        game.drop_proposal()
    table.clock = arithmetic.resume(_running(table), weeks_asked(table.seats), table.now)


def _locked(user: User, game_id: int, now: datetime) -> tuple[LockedTable, Seat]:
    table = lock_running(game_id, now)
    seat = seat_of(user, table.seats)
    refuse_replaced(seat)
    return table, seat


def _running(table: LockedTable) -> Clock:
    if table.clock is None:
        raise Refused(time_words.NO_CLOCK)
    return table.clock


def _proposal(game: Game, now: datetime) -> Proposal:
    proposal = _open_proposal(game, now)
    if proposal is None:
        raise Refused(_("There is no open proposal."))
    return proposal


def _open_proposal(game: Game, now: datetime) -> Proposal | None:
    """Return the open proposal of a game whose row is locked; delete one that has lapsed."""
    proposal: Proposal | None = getattr(game, "proposal", None)
    if proposal is not None and proposal.has_lapsed(now):
        game.drop_proposal()
        return None
    return proposal


def _refuse_alone(table: LockedTable, proposal: Proposal, user: User) -> None:
    """Raise `Refused` if live clocks would start while a player is not at the table."""
    if proposal.kind == ProposalKind.PACE:
        starts = proposal.pace is not None and proposal.pace["live"]
    else:
        starts = proposal.kind == ProposalKind.RESUME and table.game.live
    if starts and (away := gathering.absent(table.seats, table.now, user)):
        raise Refused(
            _("%(name)s is not at the table. A live clock only starts when all players are there.")
            % {"name": away[0].name}
        )


def _check(table: LockedTable, kind: ProposalKind, pace: Pace | None) -> None:
    """Raise `Refused` for a proposal that is not possible now."""
    game = table.game
    _refuse_delay(game)
    if kind == ProposalKind.PACE:
        check_pace(pace, game.rated or bool(game.pool), game.league)
        if game.paused_until is not None:
            raise Refused(_("The game is paused. Resume it first."))
        return
    paused = _running(table).paused
    if kind == ProposalKind.PAUSE and paused:
        raise Refused(_("The game is already paused."))
    if kind == ProposalKind.RESUME and not paused:
        raise Refused(_("The game is not paused."))


def _refuse_delay(game: Game) -> None:
    if game.others_wait:
        raise Refused(
            _("Other players are waiting for this game to end, so its time can't be changed.")
        )


def check_pace(pace: Pace | None, rated: bool, league: bool) -> None:
    """Raise `Refused` for a pace that a rated or a league game can't have."""
    if pace is None and rated:
        raise Refused(_("Rated games have a clock."), 422)
    if league and (pace is None or pace.live):
        raise Refused(_("League pace is for correspondence games only."), 422)


def _carry_out(table: LockedTable, proposal: Proposal) -> None:
    game, now = table.game, table.now
    absences.cover(table)
    try:
        if proposal.kind == ProposalKind.PAUSE:
            table.clock = arithmetic.pause(_running(table), weeks_of_sides(table.seats), now)
            game.paused_until = now + LONGEST_PAUSE
        elif proposal.kind == ProposalKind.RESUME:
            resume(table)
        else:
            _change_pace(table, proposal)
    except ClockError as error:
        raise time_words.refusal(error) from error
    game.drop_proposal()
    _store(table)
    clock_changed(table, _AGREED[ProposalKind(proposal.kind)], pace=proposal.pace)


def _change_pace(table: LockedTable, proposal: Proposal) -> None:
    game, clock = table.game, table.clock
    game.pace = proposal.pace
    if proposal.pace is None:
        if table.late():
            raise ClockError("late")
        game.live = False
        table.clock = None
        return
    pace = Pace.from_json(proposal.pace)
    game.live = pace.live
    weeks = weeks_asked(table.seats)
    table.clock = arithmetic.change_pace(clock or arithmetic.begin(pace), pace, weeks, table.now)


def _store(table: LockedTable) -> None:
    game = table.game
    table.keep_clock()
    game.save(update_fields=[*CLOCK_FIELDS, "pace", "live", "paused_until", "gathering"])
    publishing.table_changed(game)
