"""A locked table: what a service works with while it holds the row of a game."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from games import clock as arithmetic
from games.clock import Clock
from games.tables.models import Game, Seat
from games.tables.timekeeping.clocks import clock_of, keep


@dataclass
class LockedTable:
    """A game whose row is locked, its seats, and the time at which it is judged."""

    game: Game
    seats: list[Seat]
    now: datetime

    @cached_property
    def clock(self) -> Clock | None:
        """The clock, read once; `None` without a pace. A change is kept by `keep_clock`."""
        return clock_of(self.game, self.seats)

    def keep_clock(self) -> None:
        """Set the game's clock and its next deadline; the caller saves `CLOCK_FIELDS`."""
        keep(self.game, self.clock)

    def late(self, at: datetime | None = None) -> frozenset[int]:
        """Return the sides whose time has run out, now or at another moment."""
        return frozenset() if self.clock is None else arithmetic.late(self.clock, at or self.now)
