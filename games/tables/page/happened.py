"""Table events in words, for the log, the clocks and notifications."""

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _

from games.clock.moments import HOUR
from games.tables import time_words
from games.tables.models import Seat
from games.tables.table_events import TableEvent, TableEventKind

type Names = dict[str, str]


def event_sentence(event: TableEvent, seats: Sequence[Seat], me: int | None = None) -> str:
    """Return what happened in a sentence, as told to a seat, or to others (`None`)."""
    names = {
        "name": _name(event.by, seats),
        "late": _name(event.seat, seats),
        "time": time_words.span(event.hours * HOUR),
        "pace": time_words.pace(event.pace),
    }
    if event.kind == TableEventKind.GIVEN:
        return _given(event, seats, me, names)
    if me is not None and me == event.seat and event.kind in TO_ITS_SEAT:
        return TO_ITS_SEAT[event.kind]() % names
    return SENTENCES[event.kind]() % names


def _name(number: int | None, seats: Sequence[Seat]) -> str:
    return "" if number is None else seats[number].short_name


def _given(event: TableEvent, seats: Sequence[Seat], me: int | None, names: Names) -> str:
    others = [seat for seat in seats if seat.side == event.seat]
    if me is not None and me % 2 == event.seat and len(seats) == 2:
        return _("%(name)s gave you %(time)s more.") % names
    to = " & ".join(seat.short_name for seat in others)
    return _("%(name)s gave %(names)s %(time)s more.") % {**names, "names": to}


TO_ITS_SEAT: dict[TableEventKind, Callable[[], str]] = {
    TableEventKind.LATE: lambda: _(
        "Your time has run out. You can still answer until a teammate takes over your seat."
    ),
    TableEventKind.TAKEN_OVER: lambda: _(
        "Your time ran out, and %(name)s has taken over your seat."
    ),
    TableEventKind.VACATION: lambda: _("Your vacation extends your deadline."),
}
"""What is said to the seat that it happened to."""

SENTENCES: dict[TableEventKind, Callable[[], str]] = {
    TableEventKind.PAUSED: lambda: _("The game was paused: both sides agreed."),
    TableEventKind.RESUMED: lambda: _("The pause is over: both sides agreed. The clocks run."),
    TableEventKind.PAUSE_OVER: lambda: _("The pause has run out. The clocks run."),
    TableEventKind.PACE: lambda: _("Both sides agreed on another pace: %(pace)s."),
    TableEventKind.BEGUN: lambda: _("All players are at the table. The clocks run."),
    TableEventKind.WAITS: lambda: _(
        "The site was down. The clocks wait until all players are at the table."
    ),
    TableEventKind.OUTAGE: lambda: _("The site was down, and the time was given back."),
    TableEventKind.WEEK: lambda: _(
        "%(name)s changed sleep hours, days off or time zone, which moved the deadline."
    ),
    TableEventKind.VACATION: lambda: _("%(late)s's vacation extends the deadline."),
    TableEventKind.LATE: lambda: _("%(late)s has run out of time. A teammate may play on."),
    TableEventKind.TAKEN_OVER: lambda: _("%(name)s plays on for %(late)s, whose time ran out."),
    TableEventKind.RESIGNED: lambda: _("%(name)s resigned the game."),
    TableEventKind.ABORTED: lambda: _("%(name)s aborted the game."),
}
"""What is said to the other seats."""
