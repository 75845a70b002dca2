"""The clocks region: deadlines, time left, proposals and seats that were taken over."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from engine.public_types import View
from games.clock import Clock
from games.clock.moments import MINUTE, seconds_between, whole
from games.tables import time_words
from games.tables.models import LIVE_OFFER, Game, Proposal, ProposalKind, Seat, Status
from games.tables.page.happened import event_sentence
from games.tables.previews import side_name
from games.tables.seats import may_take_over
from games.tables.selectors import Seen
from games.tables.services import standstill
from games.tables.table_events import TableEventKind, events_of
from games.tables.timekeeping import display
from games.tables.timekeeping.clocks import after_move_of, clock_of, weeks_of_sides


@dataclass(slots=True)
class SideClock:
    """The clock of a side: its deadline while it is asked, else its usable time."""

    says: str = ""
    deadline: datetime | None = None
    left: display.TimeLeft = field(default_factory=display.TimeLeft)
    """The time until the deadline."""


@dataclass(slots=True)
class Offer:
    """An open proposal of one side."""

    says: str
    is_mine: bool
    may_answer: bool


@dataclass(slots=True)
class Clocks:
    """The clocks region."""

    now: datetime = field(repr=False)
    live: bool
    mine: SideClock
    theirs: SideClock
    paused: bool = False
    gathering: bool = False
    """Whether the clocks wait until all players are at the table."""
    after: str = ""
    """The time that the viewer's side would have for its next turn, in a sentence."""
    notes: list[str] = field(default_factory=list)
    offer: Offer | None = None
    absent: str = ""
    """The teammate whose seat the viewer may take over."""
    plays: bool = False
    """Whether the viewer plays in the running game and has not been replaced."""
    against_people: bool = False

    @property
    def running(self) -> SideClock:
        """The clock of the viewer's side if it runs, else the other one."""
        return self.mine if self.mine.deadline else self.theirs


def clocks_of(seen: Seen, view: View, now: datetime) -> Clocks:
    """Return the clocks for a viewer; `view`: the game as it is, without the viewer's draft."""
    game, seats, own = seen.game, seen.seats, seen.own
    if game.status != Status.RUNNING:
        return Clocks(now, game.live, SideClock(), SideClock())
    below = 0 if own is None else own.side
    clock = clock_of(game, seats)
    clocks = Clocks(
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
        clocks.after = _after(game, below, now)
    clocks.offer = _offer(game, seats, own, now)
    if own is not None:
        clocks.absent = next((seat.short_name for seat in seats if may_take_over(own, seat)), "")
    clocks.notes = [
        *_pause(game, now),
        *_stand_ins(seats, own),
        *_changes(seen),
        *_standstill(game),
    ]
    if outage := display.outage_words(game, now):
        clocks.notes.append(outage)
    return clocks


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
    until = pgettext("deadline", "until %(when)s") % {"when": time_words.until(own.deadline, now)}
    left = display.time_left(weeks_of_sides(seats)[side], own.deadline, now)
    return SideClock(until, own.deadline, left)


def _minutes(seconds: int) -> str:
    return f"{seconds // MINUTE}:{seconds % MINUTE:02}"


def _after(game: Game, side: int, now: datetime) -> str:
    seconds = after_move_of(game, side, now)
    if seconds is None or game.paused_until is not None:
        return ""
    sentence = _("You will have %(time)s for your next turn.") % {"time": time_words.span(seconds)}
    if game.live:
        return sentence
    return sentence + " " + _("Sleep hours and days off don't count.")


def _offer(game: Game, seats: list[Seat], own: Seat | None, now: datetime) -> Offer | None:
    proposal: Proposal | None = getattr(game, "proposal", None)
    if proposal is None or proposal.has_lapsed(now):
        return None
    match proposal.kind:
        case ProposalKind.PAUSE:
            what = _("a pause of up to 30 days")
        case ProposalKind.RESUME:
            what = _("the end of the pause")
        case _pace:
            what = _("a new pace: %(pace)s") % {"pace": time_words.pace(proposal.pace)}
    is_mine = own is not None and own.side == proposal.side
    says = _("Your proposal: %(what)s.") if is_mine else _("Proposal from %(names)s: %(what)s.")
    says %= {"names": side_name(seats, proposal.side), "what": what}
    lapse = date_format(timezone.localtime(proposal.at + LIVE_OFFER), "TIME_FORMAT")
    if proposal.is_live:
        says += " " + _("The offer expires at %(time)s or with the next move.") % {"time": lapse}
    else:
        says += " " + _("The offer expires with the next move.")
    return Offer(says, is_mine, own is not None and own.played_by_id is None)


SAID_AT_THE_CLOCKS = (
    TableEventKind.GIVEN,
    TableEventKind.RESUMED,
    TableEventKind.PAUSE_OVER,
    TableEventKind.PACE,
    TableEventKind.WEEK,
    TableEventKind.VACATION,
)
"""The changes of the clock that the state of the game does not show."""


def _changes(seen: Seen) -> list[str]:
    """Return sentences about the changes of the clock since the last move."""
    me = None if seen.own is None else seen.own.number
    return [
        event_sentence(event, seen.seats, me)
        for event in events_of(seen.game)
        if event.seq == seen.game.seq and event.kind in SAID_AT_THE_CLOCKS
    ][-3:]


def _standstill(game: Game) -> list[str]:
    """Return for how many rounds no disc has moved, if that may soon make a draw."""
    still = standstill.rounds(game)
    words = {"rounds": still, "claim": standstill.CLAIMED_FROM, "end": standstill.DRAWN_AFTER}
    if still >= standstill.CLAIMED_FROM:
        claim = _(
            "No disc has moved for %(rounds)s rounds. Either side can claim a draw in the menu;"
            " after %(end)s rounds the game is one."
        )
        return [claim % words]
    if still >= standstill.SHOWN_FROM:
        soon = _(
            "No disc has moved for %(rounds)s rounds. After %(claim)s either side can claim a draw,"
            " after %(end)s the game is one."
        )
        return [soon % words]
    return []


def _pause(game: Game, now: datetime) -> list[str]:
    if game.paused_until is None:
        return []
    day = date_format(timezone.localtime(game.paused_until), "SHORT_DATETIME_FORMAT")
    if game.gathering:
        until = date_format(timezone.localtime(game.paused_until), "TIME_FORMAT")
        return [
            _("The clocks start as soon as all players are at the table.")
            + " "
            + _("If a player is missing at %(time)s, the game is cancelled.") % {"time": until}
        ]
    if game.live:
        sentence = _(
            "The game is paused until both sides resume it. If they don't by %(day)s,"
            " it is cancelled."
        )
    else:
        sentence = _(
            "The game is paused: the clocks stop until both sides resume it, or until %(day)s."
        )
    return [
        sentence % {"day": day},
        _("You can still play. It costs no time."),
    ]


def _stand_ins(seats: Sequence[Seat], own: Seat | None) -> list[str]:
    """Return sentences about seats taken over, and one for a viewer who is late."""
    sentences = []
    for seat in seats:
        if seat.played_by is not None:
            sentences.append(_stand_in(seat, seat.played_by.username, own))
        elif own is not None and seat.pk != own.pk and may_take_over(seat, own):
            sentences.append(
                _(
                    "Your time has run out."
                    " You can still answer until %(name)s takes over your seat."
                )
                % {"name": seat.short_name}
            )
    return sentences


def _stand_in(seat: Seat, name: str, own: Seat | None) -> str:
    names = {"name": name, "absent": seat.short_name}
    if own is not None and seat.pk == own.pk:
        return _("Your time ran out. %(name)s plays your seat until the end.") % names
    if own is not None and seat.played_by_id == own.user_id:
        return _("You are playing for %(absent)s, with their cards.") % names
    return _("%(name)s is playing for %(absent)s, whose time ran out.") % names
