"""Agreements about time: gifts, pauses and their end, another pace.

A paused game has no deadline for up to `LONGEST_PAUSE`; a live game that is still paused then is
broken off. Answers to a paused game cost no time, and its clocks stay paused. One member speaks for
a team; bots agree to everything.

A proposal lapses with the next answer; one about live play after `LIVE_OFFER` at the latest.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Refused
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
    clock_of,
    keep,
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
        game, seats, seat, clock = _locked(user, game_id, now)
        clock = _running(clock)
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
        clock = absences.cover(game, seats, clock, now)
        weeks = weeks_of_sides(seats)[other]
        try:
            clock = arithmetic.gift(clock, other, weeks, hours * HOUR, now)
        except ClockError as error:
            raise time_words.refusal(error) from error
        _store(game, clock)
        given = {"by": seat.number, "seat": other, "hours": hours}
        clock_changed(game, seats, TableEventKind.GIVEN, now, **given)
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
        game, seats, seat, clock = _locked(user, game_id, now)
        _check(game, clock, kind, pace)
        if _open_proposal(game, now) is not None:
            raise Refused(_("There is already an open proposal. Answer it first."))
        proposal = Proposal(
            game=game, side=seat.side, kind=kind, pace=pace and pace.to_json(), at=now
        )
        others = [other for other in seats if other.side != seat.side]
        if all(other.bot for other in others):
            _refuse_alone(game, seats, proposal, user, now)
            _carry_out(game, seats, clock, proposal, now)
            return None
        proposal.save()
        proposed.send(Proposed(game, proposal, others, now))
        publishing.table_changed(game)
    return proposal


def accept_proposal(user: User, game_id: int, *, now: datetime | None = None) -> Game:
    """Accept the other side's proposal; raises `Refused`."""
    now = now or timezone.now()
    with transaction.atomic():
        game, seats, seat, clock = _locked(user, game_id, now)
        proposal = _proposal(game, now)
        if proposal.side == seat.side:
            raise Refused(_("The other side has to agree."), 403)
        pace = None if proposal.pace is None else Pace.from_json(proposal.pace)
        _check(game, clock, ProposalKind(proposal.kind), pace)
        _refuse_alone(game, seats, proposal, user, now)
        _carry_out(game, seats, clock, proposal, now)
    return game


def decline_proposal(user: User, game_id: int, *, now: datetime | None = None) -> Game:
    """Decline the other side's proposal, or withdraw the own side's; raises `Refused`."""
    now = now or timezone.now()
    with transaction.atomic():
        game, _seats, _seat, _clock = _locked(user, game_id, now)
        _proposal(game, now)
        game.drop_proposal()
        publishing.table_changed(game)
    return game


def resumed(game: Game, seats: Sequence[Seat], clock: Clock, now: datetime) -> Clock:
    """Return the clock resumed after a pause; the caller stores it and saves the game."""
    game.paused_until = None
    game.gathering = False
    proposal: Proposal | None = getattr(game, "proposal", None)
    if proposal is not None and proposal.kind == ProposalKind.RESUME:
        game.drop_proposal()
    return arithmetic.resume(clock, weeks_asked(seats), now)


def _locked(user: User, game_id: int, now: datetime) -> tuple[Game, list[Seat], Seat, Clock | None]:
    game, seats = lock_running(game_id, now)
    seat = seat_of(user, seats)
    refuse_replaced(seat)
    return game, seats, seat, clock_of(game, seats)


def _running(clock: Clock | None) -> Clock:
    if clock is None:
        raise Refused(time_words.NO_CLOCK)
    return clock


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


def _refuse_alone(
    game: Game, seats: Sequence[Seat], proposal: Proposal, user: User, now: datetime
) -> None:
    """Raise `Refused` if live clocks would start while a player is not at the table."""
    if proposal.kind == ProposalKind.PACE:
        starts = proposal.pace is not None and proposal.pace["live"]
    else:
        starts = proposal.kind == ProposalKind.RESUME and game.live
    if starts and (away := gathering.absent(seats, now, user)):
        raise Refused(
            _("%(name)s is not at the table. A live clock only starts when all players are there.")
            % {"name": away[0].name}
        )


def _check(game: Game, clock: Clock | None, kind: ProposalKind, pace: Pace | None) -> None:
    """Raise `Refused` for a proposal that is not possible now."""
    _refuse_delay(game)
    if kind == ProposalKind.PACE:
        check_pace(pace, game.rated or bool(game.pool), game.league)
        if game.paused_until is not None:
            raise Refused(_("The game is paused. Resume it first."))
        return
    paused = _running(clock).paused
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


def _carry_out(
    game: Game, seats: Sequence[Seat], clock: Clock | None, proposal: Proposal, now: datetime
) -> None:
    if clock is not None:
        clock = absences.cover(game, seats, clock, now)
    try:
        if proposal.kind == ProposalKind.PAUSE:
            clock = arithmetic.pause(_running(clock), weeks_of_sides(seats), now)
            game.paused_until = now + LONGEST_PAUSE
        elif proposal.kind == ProposalKind.RESUME:
            clock = resumed(game, seats, _running(clock), now)
        else:
            clock = _other_pace(game, seats, clock, proposal, now)
    except ClockError as error:
        raise time_words.refusal(error) from error
    game.drop_proposal()
    _store(game, clock)
    clock_changed(game, seats, _AGREED[ProposalKind(proposal.kind)], now, pace=proposal.pace)


def _other_pace(
    game: Game, seats: Sequence[Seat], clock: Clock | None, proposal: Proposal, now: datetime
) -> Clock | None:
    game.pace = proposal.pace
    if proposal.pace is None:
        if clock is not None and arithmetic.late(clock, now):
            raise ClockError("late")
        game.live = False
        return None
    pace = Pace.from_json(proposal.pace)
    game.live = pace.live
    return arithmetic.change_pace(clock or arithmetic.begin(pace), pace, weeks_asked(seats), now)


def _store(game: Game, clock: Clock | None) -> None:
    keep(game, clock)
    game.save(update_fields=[*CLOCK_FIELDS, "pace", "live", "paused_until", "gathering"])
    publishing.table_changed(game)
