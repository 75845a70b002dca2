"""Notifications of what changes a game's time without an answer: pauses, paces, takeovers.

All seats hear of it. A player who has to answer gets the notification of a turn once more, with the
board, the deadline and the link to move, because the game starts to wait for the player anew.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import DatabaseError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import Absence, User
from games.clock.moments import HOUR
from games.notifications import reasons
from games.notifications.kinds import PageNotification, PageText, Topic, register
from games.notifications.notifications import AwaitedAnswer, RunningGame, YourTurn
from games.notifications.record import note
from games.tables import selectors, time_words
from games.tables.announcements import ClockChanged
from games.tables.models import Game, Seat
from games.tables.page import event_sentence
from games.tables.seats import players_of
from games.tables.selectors import Seen
from games.tables.table_events import TableEvent, TableEventKind

log = logging.getLogger(__name__)

Kind = TableEventKind
CLOCKS = Topic("clocks", gettext_lazy("the clocks of a game: paused, running, another pace"))
OWN_DOING = frozenset({Kind.WEEK, Kind.VACATION})
"""Changes of a deadline by the player who has to answer, which only the table's page shows."""
LEAST_OUTAGE = 1
"""Hours: shorter outages are told by the tables' pages."""
RETURN_TOLD_WITHIN = timedelta(days=1)
"""So long after the end of a vacation its player is told of it."""


def is_outdated(event: TableEvent, game: Game, seats: Sequence[Seat]) -> bool:
    """Whether the game is not any more as a change has left it."""
    match event.kind:
        case Kind.PAUSED:
            return game.paused_until is None
        case Kind.RESUMED | Kind.PAUSE_OVER | Kind.BEGUN:
            return game.paused_until is not None
        case Kind.WAITS:
            return not game.gathering
        case Kind.PACE:
            return game.pace != event.pace
        case Kind.LATE:
            return not any(seat.number == event.seat and seat.asked for seat in seats)
    return False


class ClockChange(RunningGame):
    """A kind about a change of a game's time; `data` has the `event`."""

    @property
    def event(self) -> TableEvent:
        """What has happened."""
        return TableEvent.from_json(self.data["event"])

    def label(self) -> str:
        """Return what happened, for the history."""
        own = self.own_seat
        return event_sentence(self.event, self.seats, None if own is None else own.number)

    def stale(self) -> str:
        """Return that the game is over, or that something else holds by now."""
        if over := super().stale():
            return over
        return reasons.GONE if is_outdated(self.event, self.game, self.seats) else ""


@register
class TurnGoesOn(ClockChange, AwaitedAnswer):
    """The game waits for the user by a new clock: the notification of the turn, once more."""

    key = "turn_goes_on"
    topic = YourTurn.topic

    def headline(self, table: Seen, at: datetime) -> str:
        """Return what has changed, and that the game waits for the user."""
        own = table.own.number if table.own is not None else None
        sentence = event_sentence(self.event, table.seats, own)
        return " ".join([sentence, _("The game waits for you.")])


@register
class ClocksChanged(ClockChange):
    """The time of a game has changed, and the user has nothing to answer."""

    key = "clocks"
    topic = CLOCKS

    def headline(self, table: Seen, at: datetime) -> str:
        """Return what has changed."""
        own = table.own.number if table.own is not None else None
        return event_sentence(self.event, table.seats, own)


@register
class TimeGivenBack(PageNotification):
    """The site was down for hours, and the user's clocks got that time back."""

    key = "outage"
    topic = CLOCKS

    def stale(self) -> str:
        """Return that no game waits for the user any more."""
        return "" if selectors.your_turn(self.notification.user).exists() else reasons.MOVED

    def words(self) -> PageText:
        """Return how long the site was down."""
        lasted = {"time": time_words.span(self.data["hours"] * HOUR)}
        text = _("The site was down for %(time)s. Your running clocks got that time back.")
        return PageText(_("Your games"), text % lasted, "/")


@register
class VacationOver(PageNotification):
    """The user's vacation is over, and games wait for the user."""

    key = "vacation_over"
    topic = CLOCKS

    def stale(self) -> str:
        """Return that the user is back at the tables, or that no game waits."""
        user, end = self.notification.user, datetime.fromisoformat(self.data["end"])
        if user.seats.filter(seen_at__gte=end).exists():
            return reasons.SEEN
        return "" if selectors.your_turn(user).exists() else reasons.MOVED

    def words(self) -> PageText:
        """Return how many games wait, and when their clocks run."""
        waiting = selectors.your_turn(self.notification.user).count()
        text = ngettext(
            "Your vacation is over, and %(n)d game waits for you. Vacation covers one more day.",
            "Your vacation is over, and %(n)d games wait for you. Vacation covers one more day.",
            waiting,
        )
        return PageText(_("Your games"), text % {"n": waiting}, "/")


def note_change(change: ClockChanged) -> None:
    """Tell the players of a game of a change of its time, but the one who has made it."""
    game, event = change.game, change.event
    if event.kind == Kind.OUTAGE:
        _note_outage(change)
    elif event.kind not in OWN_DOING:
        data = event.to_json()
        key = f"clock {game.pk} {event.kind} {event.at.timestamp():.3f}"
        awaited = _awaited(change)
        for seat in awaited:
            number = {"seat": seat.number} if seat.played_by_id else {}
            note(seat.player, TurnGoesOn, key, game, game.seq, now=change.now, event=data, **number)
        done = {seat.player.pk for seat in awaited if seat.player} | _not_told(change)
        for user in _users(change.seats):
            if user.pk not in done:
                note(user, ClocksChanged, key, game, game.seq, now=change.now, event=data)


def _awaited(change: ClockChanged) -> list[Seat]:
    """Return the seats whose players have to answer by a new clock, and have not done it."""
    game, event = change.game, change.event
    if game.paused_until is not None and event.kind != Kind.WAITS:
        return []
    asked = [seat for seat in change.seats if seat.asked and seat.sends_at is None]
    match event.kind:
        case Kind.GIVEN:
            return [seat for seat in asked if seat.side == event.seat]
        case Kind.LATE:
            return [seat for seat in asked if seat.number == event.seat]
        case Kind.TAKEN_OVER:
            return []
    return asked


def _not_told(change: ClockChanged) -> set[int | None]:
    """Return the users who know: who has made the change, and teammates who may take over."""
    event, seats = change.event, change.seats
    if event.kind == Kind.LATE and event.seat is not None:
        return players_of(seat for seat in seats if seat.side == event.seat % 2)
    return set() if event.by is None else {seats[event.by].user_id}


def _users(seats: Sequence[Seat]) -> list[User]:
    return [seat.user for seat in seats if seat.user is not None]


def _note_outage(change: ClockChanged) -> None:
    """Tell the players whose clocks got hours back, each once an outage."""
    hours = change.event.hours
    if hours >= LEAST_OUTAGE:
        for seat in change.seats:
            if seat.asked:
                key = f"{TimeGivenBack.key} {change.game.outage}"
                note(seat.player, TimeGivenBack, key, now=change.now, hours=hours)


def note_returns(now: datetime | None = None) -> int:
    """Tell the players whose vacation has ended, each once; return how many."""
    now = now or timezone.now()
    over = Absence.objects.filter(end__lte=now, end__gt=now - RETURN_TOLD_WITHIN)
    return sum(_note_return_safely(absence, now) for absence in over.select_related("user"))


def _note_return_safely(absence: Absence, now: datetime) -> bool:
    """Tell a player of the end of a vacation; one who can't be told stops no other one."""
    try:
        return _note_return(absence, now)
    except DatabaseError:  # it would be the same with the next one
        raise
    except Exception:
        log.exception("could not tell of the end of absence %s", absence.pk)
        return False


def _note_return(absence: Absence, now: datetime) -> bool:
    if not selectors.your_turn(absence.user).exists():
        return False
    end, key = absence.end.isoformat(), f"{VacationOver.key} {absence.pk}"
    return note(absence.user, VacationOver, key, now=now, end=end) is not None
