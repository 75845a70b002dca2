"""What the table says of time: until when, what is left, what is proposed, who plays for whom."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.clock import Clock
from games.clock.moments import MINUTE, seconds_between, whole
from games.tables import time_words
from games.tables.models import LIVE_OFFER, Game, Proposal, ProposalKind, Seat, Status
from games.tables.previews import side_name
from games.tables.seats import may_take_over
from games.tables.selectors import Seen
from games.tables.timekeeping import display
from games.tables.timekeeping.clocks import after_move_of, clock_of, weeks_of_sides


@dataclass(slots=True)
class SideClock:
    """What a side has left: a deadline while it owes an answer, usable time otherwise."""

    says: str = ""
    deadline: datetime | None = None
    left: str = ""
    """The time until the deadline, and how much of it counts."""


@dataclass(slots=True)
class Offer:
    """What is proposed."""

    says: str
    is_mine: bool
    may_answer: bool


@dataclass(slots=True)
class Time:
    """Everything that the table page says of time."""

    now: datetime
    live: bool
    mine: SideClock
    theirs: SideClock
    paused: bool = False
    gathering: bool = False
    """Whether the clocks stand still until all players are at the table."""
    after: str = ""
    """What the viewer's side has for its next turn if it ends this one now."""
    notes: list[str] = field(default_factory=list)
    offer: Offer | None = None
    absent: str = ""
    """The teammate for whom the viewer may play on."""
    plays: bool = False
    """Whether the viewer may still decide anything here: a player whom nobody has replaced."""
    against_people: bool = False

    @property
    def running(self) -> SideClock:
        """The clock that concerns the viewer most: their own, if it runs."""
        return self.mine if self.mine.deadline else self.theirs


def time_of(seen: Seen, view: Mapping[str, Any], now: datetime) -> Time:
    """Return what the viewer reads of time. `view`: the game as it is, without their draft."""
    game, seats, own = seen.game, seen.seats, seen.own
    if game.status != Status.RUNNING:
        return Time(now, game.live, SideClock(), SideClock())
    below = 0 if own is None else own.side
    clock = clock_of(game, seats)
    time = Time(
        now=now,
        live=game.live,
        mine=_side_clock(clock, seats, below, now),
        theirs=_side_clock(clock, seats, 1 - below, now),
        paused=game.paused_until is not None,
        gathering=game.gathering,
        plays=own is not None and own.played_by_id is None,
        against_people=any(seat.user_id and seat.side != below for seat in seats),
    )
    if own is not None and view["phase"] == "turn" and view["side_to_move"] == below:
        time.after = _after(game, below, now)
    time.offer = _offer(game, seats, own, now)
    if own is not None:
        time.absent = next((seat.name for seat in seats if may_take_over(own, seat)), "")
    time.notes = [*_pause(game, now), *_stand_ins(seats, own)]
    if outage := display.outage_words(game, now):
        time.notes.append(outage)
    return time


def _side_clock(clock: Clock | None, seats: Sequence[Seat], side: int, now: datetime) -> SideClock:
    """Return the clock of a side; bots have none."""
    if clock is None or all(seat.bot for seat in seats if seat.side == side):
        return SideClock()
    own = clock.sides[side]
    if own.deadline is None:
        bank = max(own.left, clock.pace.increment)
        return SideClock(_minutes(bank) if clock.pace.live else time_words.span(bank))
    if clock.pace.live:
        return SideClock(_minutes(max(0, seconds_between(whole(now), own.deadline))), own.deadline)
    until = _("until %(when)s") % {"when": time_words.until(own.deadline, now)}
    left = display.left_words(weeks_of_sides(seats)[side], own.deadline, now)
    return SideClock(until, own.deadline, left)


def _minutes(seconds: int) -> str:
    return f"{seconds // MINUTE}:{seconds % MINUTE:02}"


def _after(game: Game, side: int, now: datetime) -> str:
    seconds = after_move_of(game, side, now)
    if seconds is None or game.paused_until is not None:
        return ""
    said = _("For your next turn you then have %(time)s.") % {"time": time_words.span(seconds)}
    return said if game.live else f"{said} {_('Sleep hours and days off are not counted.')}"


def _offer(game: Game, seats: list[Seat], own: Seat | None, now: datetime) -> Offer | None:
    proposal: Proposal | None = getattr(game, "proposal", None)
    if proposal is None or proposal.has_lapsed(now):
        return None
    match proposal.kind:
        case ProposalKind.PAUSE:
            what = _("a pause, of 30 days at most")
        case ProposalKind.RESUME:
            what = _("the end of the pause")
        case _pace:
            what = _("another pace: %(pace)s") % {"pace": time_words.pace(proposal.pace)}
    is_mine = own is not None and own.side == proposal.side
    says = _("Your proposal: %(what)s.") if is_mine else _("Proposal of %(names)s: %(what)s.")
    says %= {"names": side_name(seats, proposal.side), "what": what}
    lapse = date_format(timezone.localtime(proposal.at + LIVE_OFFER), "TIME_FORMAT")
    if proposal.is_live:
        says += " " + _("It lapses at %(time)s, or with the next move.") % {"time": lapse}
    else:
        says += " " + _("It lapses with the next move.")
    return Offer(says, is_mine, own is not None and own.played_by_id is None)


def _pause(game: Game, now: datetime) -> list[str]:
    if game.paused_until is None:
        return []
    day = date_format(timezone.localtime(game.paused_until), "SHORT_DATETIME_FORMAT")
    if game.gathering:
        until = date_format(timezone.localtime(game.paused_until), "TIME_FORMAT")
        return [
            _("The clocks start as soon as all players are at the table.")
            + " "
            + _("If that does not happen by %(time)s, the game is cancelled.") % {"time": until}
        ]
    if game.live:
        said = _(
            "The game is paused until both sides go on. If they do not by %(day)s, it is cancelled."
        )
    else:
        said = _(
            "The game is paused: the clocks stand still until both sides go on, or until %(day)s."
        )
    return [
        said % {"day": day},
        _("You may play all the same; it costs no time."),
    ]


def _stand_ins(seats: Sequence[Seat], own: Seat | None) -> list[str]:
    """Say who plays for whom, and what somebody reads who is late."""
    said = []
    for seat in seats:
        if seat.played_by is not None:
            said.append(_stand_in(seat, seat.played_by.username, own))
        elif own is not None and seat.pk != own.pk and may_take_over(seat, own):
            said.append(
                _(
                    "You have let your time pass. You can still answer,"
                    " as long as %(name)s does not play on for you."
                )
                % {"name": seat.name}
            )
    return said


def _stand_in(seat: Seat, name: str, own: Seat | None) -> str:
    names = {"name": name, "absent": seat.name}
    if own is not None and seat.pk == own.pk:
        return _("You let your time pass: %(name)s plays on for you until the end.") % names
    if own is not None and seat.played_by_id == own.user_id:
        return _("You play on for %(absent)s, with their cards.") % names
    return _("%(name)s plays on for %(absent)s, who let the time pass.") % names
