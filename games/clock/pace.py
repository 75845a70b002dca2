"""Pace: how much time a side has. Every pace is one Fischer clock with a cap.

A bank holds `start` seconds; each finished turn adds `increment`; it never holds more than
`most`. "A turn in three days" is a bank of three days that every turn fills again. Without a
clock there is no pace: `None`.
"""

from dataclasses import dataclass
from typing import TypedDict

from games.clock.errors import ClockError
from games.clock.moments import DAY, HOUR, MINUTE

LEAST = 12 * HOUR
MOST = 30 * DAY
"""Days, not minutes: start, increment and most of a correspondence are all within these."""

LIVE_START = (MINUTE, 3 * HOUR)
LIVE_INCREMENT = (5, 10 * MINUTE)


class PaceData(TypedDict):
    """A pace as JSON."""

    start: int
    increment: int
    most: int | None
    live: bool


@dataclass(frozen=True, slots=True)
class Pace:
    """`start`, `increment` and `most` in seconds; `most` is `None` (no cap) in live play only.

    Raises `ClockError`: too_short, too_long, over_most.
    """

    start: int
    increment: int
    most: int | None
    live: bool = False

    def __post_init__(self) -> None:
        if self.live:
            _within(self.start, *LIVE_START)
            _within(self.increment, *LIVE_INCREMENT)
            if self.most is not None:
                _within(self.most, LIVE_START[0], LIVE_START[1])
        else:
            if self.most is None:
                raise ClockError("too_long")
            for seconds in (self.start, self.increment, self.most):
                _within(seconds, LEAST, MOST)
        if self.most is not None and max(self.start, self.increment) > self.most:
            raise ClockError("over_most")

    def capped(self, seconds: int) -> int:
        """Return the seconds, or the most the bank may hold."""
        return seconds if self.most is None else min(seconds, self.most)

    def to_json(self) -> PaceData:
        """Return what `from_json` reads: start, increment, most, live."""
        return {
            "start": self.start,
            "increment": self.increment,
            "most": self.most,
            "live": self.live,
        }

    @classmethod
    def from_json(cls, data: object) -> "Pace":
        """Read a pace; raises `ClockError`: malformed, and what `Pace` raises."""
        match data:
            case {"start": start, "increment": increment, "most": most, "live": bool(live)} if (
                is_count(start) and is_count(increment) and (most is None or is_count(most))
            ):
                return cls(start, increment, most, live)
        raise ClockError("malformed")


def is_count(value: object) -> bool:
    """Say whether a value from JSON is a whole number of seconds."""
    return type(value) is int and value >= 0


def a_turn_in(days: int) -> Pace:
    """Return the pace at which every turn starts with exactly so many days."""
    return Pace(days * DAY, days * DAY, days * DAY)


def _within(seconds: int, least: int, most: int) -> None:
    if seconds < least:
        raise ClockError("too_short")
    if seconds > most:
        raise ClockError("too_long")


TURNS = tuple(a_turn_in(days) for days in (1, 2, 3, 5, 7, 10, 14))
BANK = Pace(3 * DAY, DAY, 7 * DAY)
LIVE = (
    Pace(3 * MINUTE, 15, None, live=True),
    Pace(5 * MINUTE, 30, None, live=True),
    Pace(10 * MINUTE, MINUTE, None, live=True),
    Pace(15 * MINUTE, 30, None, live=True),
)
OFFERED = (*TURNS, BANK, *LIVE)
"""What a form shows; a bank of other numbers is a `Pace` of its own."""
