"""The one policy: what is told by which channel, when, and whether still. Pure functions.

The page tells at once whoever looks at it. Push and webhook go at once, mail after the minutes of
its reader's choice if they have not looked by then. In quiet hours all of it waits for their end.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from games.notifications import reasons, wall_time
from games.notifications.models import Channel, NotificationKind
from games.tables.models import NotificationLevel

type Matrix = Mapping[str, Mapping[str, bool]]
"""Event, channel, whether: what differs from `DEFAULTS`."""

_ALL = frozenset(Channel)

DEFAULTS: Mapping[NotificationKind, frozenset[Channel]] = {
    NotificationKind.TURN: _ALL,
    NotificationKind.QUESTION: _ALL,
    NotificationKind.TIME: _ALL,
    NotificationKind.INVITATION: _ALL,
    # The first turn comes in the same moment, and is told by mail.
    NotificationKind.ACCEPTED: _ALL - {Channel.MAIL},
    NotificationKind.PROPOSAL: _ALL,
    NotificationKind.OVER: _ALL,
    NotificationKind.TALK: frozenset({Channel.PUSH}),
    NotificationKind.CHALLENGE: _ALL,
    NotificationKind.NEWS: _ALL,
    NotificationKind.TEST: _ALL,
}

PRESSING = frozenset({NotificationKind.TURN, NotificationKind.QUESTION, NotificationKind.TIME})
"""What a live game can't wait for."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """How one user wants to hear of one game.

    `quiet_from`, `quiet_to`: wall times in `zone`, the same twice for none. `channels`: those for
    which there is an address. `live`: the game is.
    """

    zone: ZoneInfo
    quiet_from: time
    quiet_to: time
    mail_after: int = 30
    matrix: Matrix | None = None
    level: NotificationLevel = NotificationLevel.NORMAL
    live: bool = False
    channels: frozenset[Channel] = frozenset()
    bad_address: bool = False
    unconfirmed: bool = False
    closed: bool = False


class Planned(NamedTuple):
    """A delivery to come, or, without `due_at`, why there is none."""

    channel: Channel
    due_at: datetime | None
    reason: str


def plan(kind: NotificationKind, wishes: Wishes, now: datetime) -> list[Planned]:
    """Return what becomes of an event, for each channel that has an address."""
    return [_plan(kind, channel, wishes, now) for channel in Channel if channel in wishes.channels]


def _plan(kind: NotificationKind, channel: Channel, wishes: Wishes, now: datetime) -> Planned:
    if unwanted := _unwanted(kind, channel, wishes):
        return Planned(channel, None, unwanted)
    due, reason = now, ""
    # Time that is running short does not wait for a look.
    if channel == Channel.MAIL and kind != NotificationKind.TIME:
        due, reason = now + timedelta(minutes=wishes.mail_after), reasons.UNSEEN
    if quiet_end := quiet_until(kind, wishes, due):
        due, reason = quiet_end, reasons.QUIET
    return Planned(channel, due, reason)


def wanted(kind: NotificationKind, channel: Channel, matrix: Matrix | None) -> bool:
    """Say whether a cell of the matrix of preferences is on."""
    own = (matrix or {}).get(kind, {})
    return own.get(channel, channel in DEFAULTS[kind])


def quiet_until(kind: NotificationKind, wishes: Wishes, moment: datetime) -> datetime | None:
    """Return the end of the quiet hours that hold this event back at a moment, if any do.

    An urgent game breaks through, and so does a live one: who plays live is awake. So is who asks
    for a test.
    """
    live = wishes.live and kind in PRESSING
    if live or wishes.level == NotificationLevel.URGENT or kind == NotificationKind.TEST:
        return None
    return wall_time.end_of(wishes.quiet_from, wishes.quiet_to, wishes.zone, moment)


@dataclass(frozen=True, slots=True)
class Facts:
    """How things stand when a delivery is due.

    `gone`: a code of `reasons` if what it was about is over; `seen`: the user has looked at the
    table since; `looking`: they do at this moment.
    """

    gone: str = ""
    seen: bool = False
    looking: bool = False


def still_wanted(kind: NotificationKind, channel: Channel, wishes: Wishes, facts: Facts) -> str:
    """Return why a delivery that is due shall not be sent: a code of `reasons`, "" if it shall."""
    if channel not in wishes.channels:
        return reasons.NO_ADDRESS
    if unwanted := _unwanted(kind, channel, wishes):
        return unwanted
    if facts.gone:
        return facts.gone
    if facts.seen:
        return reasons.SEEN
    return reasons.LOOKING if facts.looking else ""


def _unwanted(kind: NotificationKind, channel: Channel, wishes: Wishes) -> str:
    if wishes.closed:
        return reasons.CLOSED
    if wishes.level == NotificationLevel.MUTE:
        return reasons.MUTED
    if kind != NotificationKind.TEST and not wanted(kind, channel, wishes.matrix):
        return reasons.OFF
    if channel == Channel.MAIL and wishes.bad_address:
        return reasons.BAD_ADDRESS
    if channel == Channel.MAIL and wishes.unconfirmed:
        return reasons.UNCONFIRMED
    if channel == Channel.MAIL and wishes.live and kind in PRESSING:
        return reasons.LIVE
    return ""
