"""The delivery policy: which channels get a notification, when, and whether still. Pure functions.

An open page shows everything at once. Mail is sent after some minutes of the user's choice unless
the user looks at the table before, everything else at once. In quiet hours all of them wait for
the end of those.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from games.notifications import reasons, wall_time
from games.notifications.channels import MAIL, Channel
from games.notifications.kinds import NotificationKind, Topic
from games.tables.models import NotificationLevel

type Matrix = Mapping[str, Mapping[str, bool]]
"""The key of a topic, channel, whether: what differs from the defaults of the topics."""

type Kind = type[NotificationKind]


@dataclass(frozen=True, slots=True)
class Wishes:
    """How one user wants to be notified of one game.

    `quiet_from`, `quiet_to`: wall times in `zone`, equal if there are no quiet hours. `channels`:
    those for which the user has an address. `live`: whether the game is live.
    """

    zone: ZoneInfo
    quiet_from: time
    quiet_to: time
    mail_after: int = 30
    matrix: Matrix | None = None
    level: NotificationLevel = NotificationLevel.NORMAL
    live: bool = False
    channels: tuple[Channel, ...] = ()
    bad_address: bool = False
    unconfirmed: bool = False
    closed: bool = False


class Planned(NamedTuple):
    """A planned delivery; without `due_at`: the reason why there is none.

    `channel`: the key of a channel.
    """

    channel: str
    due_at: datetime | None
    reason: str


def plan(kind: Kind, wishes: Wishes, now: datetime) -> list[Planned]:
    """Return the deliveries of a new notification, one for each channel with an address."""
    return [_plan(kind, channel, wishes, now) for channel in wishes.channels]


def _plan(kind: Kind, channel: Channel, wishes: Wishes, now: datetime) -> Planned:
    if unwanted := _unwanted(kind, channel, wishes):
        return Planned(channel.key, None, unwanted)
    due, reason = now, ""
    if channel.key == MAIL and kind.mail_waits and not kind.requested:
        due, reason = now + timedelta(minutes=wishes.mail_after), reasons.UNSEEN
    if quiet_end := quiet_until(kind, wishes, due):
        due, reason = quiet_end, reasons.QUIET
    return Planned(channel.key, due, reason)


def wanted(topic: Topic, channel: Channel, matrix: Matrix | None) -> bool:
    """Return whether the user gets a topic by a channel."""
    own = (matrix or {}).get(topic.key, {})
    return own.get(channel.key, topic.is_default(channel))


def quiet_until(kind: Kind, wishes: Wishes, moment: datetime) -> datetime | None:
    """Return the end of the quiet hours that hold a notification back at a moment, if any do.

    Urgent games and live games break through: a player of a live game is awake. So do tests.
    """
    live = wishes.live and kind.pressing
    if live or wishes.level == NotificationLevel.URGENT or kind.requested:
        return None
    return wall_time.end_of(wishes.quiet_from, wishes.quiet_to, wishes.zone, moment)


@dataclass(frozen=True, slots=True)
class Relevance:
    """What has become of a notification when a delivery of it is due.

    `stale`: a code of `reasons` if it is pointless by now; `seen`: the user has looked at the table
    since; `looking`: the user looks at it at this moment.
    """

    stale: str = ""
    seen: bool = False
    looking: bool = False


def still_wanted(kind: Kind, channel: Channel, wishes: Wishes, relevance: Relevance) -> str:
    """Return why a due delivery is dropped: a code of `reasons`; empty if it is sent."""
    if channel not in wishes.channels and not kind.addressed:
        return reasons.NO_ADDRESS
    if unwanted := _unwanted(kind, channel, wishes):
        return unwanted
    if relevance.stale:
        return relevance.stale
    if relevance.seen:
        return reasons.SEEN
    return reasons.LOOKING if relevance.looking else ""


def _unwanted(kind: Kind, channel: Channel, wishes: Wishes) -> str:
    if wishes.closed:
        return reasons.CLOSED
    if wishes.level == NotificationLevel.MUTE:
        return reasons.MUTED
    if not kind.requested and not wanted(kind.topic, channel, wishes.matrix):
        return reasons.OFF
    if channel.key == MAIL and wishes.bad_address:
        return reasons.BAD_ADDRESS
    if channel.key == MAIL and wishes.unconfirmed:
        return reasons.UNCONFIRMED
    if channel.key == MAIL and wishes.live and kind.pressing:
        return reasons.LIVE
    return ""
