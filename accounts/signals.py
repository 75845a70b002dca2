"""Announcements of accounts."""

from dataclasses import dataclass, field
from datetime import datetime

from django.contrib.sessions.backends.base import SessionBase

from accounts.models import User
from common.announcements import Announcement


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


@dataclass(frozen=True, slots=True)
class GuestExpiring:
    """A guest has not visited for a long time; the account is about to be deleted."""

    guest: User


guest_expiring = Announcement[GuestExpiring]()


@dataclass(frozen=True, slots=True)
class AccountClosing:
    """A user's account is about to be deleted: whatever waits for the user has to go on without.

    Announced again until no subject needs the user any more.
    """

    user: User
    now: datetime


account_closing = Announcement[AccountClosing]()


class StillNeeded(Exception):
    """Raised by a receiver of `account_deleting`: it has become part of something meanwhile."""


@dataclass(slots=True)
class AccountDeleting:
    """The row of a user, which is locked, is about to be deleted.

    `has_played`: set by the receiver that knows; the name then rests.
    """

    user: User
    has_played: bool = False


account_deleting = Announcement[AccountDeleting]()


@dataclass(frozen=True, slots=True)
class AccessListed:
    """A user is told what reaches the account without the password; receivers add lines.

    `ends`: a sentence for each kind of access, what becomes of it when it is revoked.
    """

    user: User
    lines: list[str] = field(default_factory=list)
    ends: list[str] = field(default_factory=list)


access_listed = Announcement[AccessListed]()


@dataclass(frozen=True, slots=True)
class AccessRevoked:
    """A user ends all access that was listed."""

    user: User


access_revoked = Announcement[AccessRevoked]()


@dataclass(frozen=True, slots=True)
class AccountExported:
    """A user exports their data; receivers put their part, as JSON, into `data`."""

    user: User
    data: dict[str, object]


account_exported = Announcement[AccountExported]()
