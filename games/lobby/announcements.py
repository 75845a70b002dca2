"""Announcements of tables that have not started, sent inside the transaction of the change."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from common.announcements import Announcement
from games.tables.models import Closing, Game, Seat


@dataclass(frozen=True, slots=True)
class Invited:
    """A seat of an open table has been reserved for a player."""

    seat: Seat
    now: datetime


invited = Announcement[Invited]()


@dataclass(frozen=True, slots=True)
class SeatFreed:
    """A player has left a table that still waits for players, or has declined its invitation."""

    game: Game
    seats: Sequence[Seat]
    """As they are now."""
    by: User
    declined: bool
    now: datetime


seat_freed = Announcement[SeatFreed]()


@dataclass(frozen=True, slots=True)
class TableClosed:
    """A table has closed before the start; not one whose player got another game instead."""

    game: Game
    seats: Sequence[Seat]
    """As they were before, with their users and invited users."""
    why: Closing
    by: User | None
    """The player whose act closed it; `None`: its time is over."""
    now: datetime


table_closed = Announcement[TableClosed]()
