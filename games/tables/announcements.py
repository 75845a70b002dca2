"""Announcements of tables, sent inside the transaction of the change.

Receivers are called in the order of `common.announcements.Order`: ratings, contests, fair play,
notifications. Rows are locked in the same order: the game (by the sender), its users by id, the
ledger of the rating pool, the contest. No receiver locks another game that has started.
`tests/tables/test_announcements.py` checks both orders.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from accounts.models import User
from common.announcements import Announcement
from games.tables.models import Game, Proposal, Seat
from games.tables.table_events import TableEvent


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
    """A seat has to answer what it was not asked before.

    It may have been asked something else until a teammate answered that.
    """

    game: Game
    seat: Seat
    own_turn: bool
    """Whether it is the turn of the seat's side, and not a question in the other side's turn."""
    now: datetime
    void: str = ""
    """What it had answered, if that has become void (`Void`): then it is asked anew."""


asked = Announcement[Asked]()


@dataclass(frozen=True, slots=True)
class ClockChanged:
    """A running game waits for another player, until another time or by other rules.

    No answer has changed it: an agreement, a takeover, an outage or the sweep has.
    """

    game: Game
    seats: Sequence[Seat]
    event: TableEvent
    now: datetime


clock_changed = Announcement[ClockChanged]()


@dataclass(frozen=True, slots=True)
class Overtaken:
    """A turn that a seat had confirmed is void, and the seat has nothing to answer any more."""

    game: Game
    seat: Seat
    now: datetime


overtaken = Announcement[Overtaken]()


@dataclass(frozen=True, slots=True)
class TakeoverOffered:
    """A seat in a team has run out of time, and its teammates may take it over."""

    game: Game
    seat: Seat
    teammates: Sequence[Seat]
    now: datetime


takeover_offered = Announcement[TakeoverOffered]()


@dataclass(frozen=True, slots=True)
class Proposed:
    """A side has proposed a pause, its end, or another pace."""

    game: Game
    proposal: Proposal
    others: Sequence[Seat]
    """The seats of the other side."""
    now: datetime


proposed = Announcement[Proposed]()


@dataclass(frozen=True, slots=True)
class Ended:
    """A game has ended, with a result or without; its row is not saved yet.

    A finished game that was annulled and counts again is announced as `restored`.
    """

    game: Game
    seats: Sequence[Seat]
    now: datetime
    late: Sequence[int] = ()
    """The sides whose time ran out, for a game that ended without a result."""


ended = Announcement[Ended]()


@dataclass(frozen=True, slots=True)
class PlayerAbsent:
    """A user has lost a game on time while away; sent after the commit of the loss."""

    user: User
    now: datetime
    left: list[Game] = field(default_factory=list)
    """The open tables that receivers have closed, or left, in the user's name."""


player_absent = Announcement[PlayerAbsent]()


@dataclass(frozen=True, slots=True)
class Revised:
    """A moderator has annulled a finished game, or restored it; its row is saved."""

    game: Game
    seats: Sequence[Seat]
    number: int
    """The number of the annulment; a game can be annulled more than once."""
    now: datetime


annulled = Announcement[Revised]()
restored = Announcement[Revised]()
