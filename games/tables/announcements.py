"""What tables announce, inside the transaction in which it happens.

Receivers are called in the order of `accounts.announcements.Order`: ratings, contests, fair play,
notifications. The row of the game is locked; a receiver locks in the same order what it needs, a
pool's ledger before the rows of a contest, and never another game that has started.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.announcements import Announcement
from accounts.models import User
from games.tables.models import Game, Message, Proposal, Seat


@dataclass(frozen=True, slots=True)
class Invited:
    """A seat of an open table is kept for a player."""

    seat: Seat
    now: datetime


invited = Announcement[Invited]()


@dataclass(frozen=True, slots=True)
class Started:
    """A game has started."""

    game: Game
    seats: Sequence[Seat]
    joined: User | None
    """The player who took the last seat; `None` if the site seated everyone."""
    now: datetime


started = Announcement[Started]()


@dataclass(frozen=True, slots=True)
class Asked:
    """A seat has to answer that did not have to before."""

    game: Game
    seat: Seat
    own_turn: bool
    """Whether it is the turn of the seat's side; if not, the other side's move asks a question."""
    now: datetime


asked = Announcement[Asked]()


@dataclass(frozen=True, slots=True)
class TakeoverOffered:
    """A seat has run out of time in a team: its teammates may play on for it."""

    game: Game
    seat: Seat
    teammates: Sequence[Seat]
    now: datetime


takeover_offered = Announcement[TakeoverOffered]()


@dataclass(frozen=True, slots=True)
class Proposed:
    """One side proposes a pause, to go on, or another pace."""

    game: Game
    proposal: Proposal
    others: Sequence[Seat]
    """The seats of the other side."""
    now: datetime


proposed = Announcement[Proposed]()


@dataclass(frozen=True, slots=True)
class MessageWritten:
    """A player has written a message in the talk of a table."""

    game: Game
    message: Message
    readers: Sequence[Seat]
    """The other seats, without those that have muted the talk or blocked its author."""
    now: datetime


message_written = Announcement[MessageWritten]()


@dataclass(frozen=True, slots=True)
class Ended:
    """A game has ended; its row has the result and is not saved yet.

    It is finished with a result, or it was broken off without one. A finished game that was
    annulled and counts again is announced as `restored`.
    """

    game: Game
    seats: Sequence[Seat]
    now: datetime
    late: Sequence[int] = ()
    """Of a game that was broken off: the sides that let their time run out."""


ended = Announcement[Ended]()


@dataclass(frozen=True, slots=True)
class Revised:
    """A moderator has annulled a finished game, or taken that back; its row is saved."""

    game: Game
    seats: Sequence[Seat]
    number: int
    """Of the annulment: a game can be annulled more than once."""
    now: datetime


annulled = Announcement[Revised]()
restored = Announcement[Revised]()
