"""What accounts announce."""

from dataclasses import dataclass

from django.contrib.sessions.backends.base import SessionBase

from accounts.announcements import Announcement
from accounts.models import User


@dataclass(frozen=True, slots=True)
class SessionSeen:
    """A user has sent a request; announced at intervals, not for every request."""

    user: User
    address: str
    device: str
    """The value of the device cookie."""


session_seen = Announcement[SessionSeen]()


@dataclass(frozen=True, slots=True)
class WeekChanged:
    """A user has changed the time zone, the sleep hours or the days off."""

    user: User


week_changed = Announcement[WeekChanged]()


@dataclass(frozen=True, slots=True)
class SessionEnding:
    """A user logs out in another browser, whose session is about to be deleted."""

    user: User
    session: SessionBase


session_ending = Announcement[SessionEnding]()


@dataclass(frozen=True, slots=True)
class PlayerBlocked:
    """A user has blocked another player; announced after the commit of the block."""

    user: User
    player: User


player_blocked = Announcement[PlayerBlocked]()
