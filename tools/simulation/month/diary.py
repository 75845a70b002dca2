"""What is remembered of the month beside the site's own rows."""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime

from tools.simulation.simulator import SimulationDiary


@dataclass(frozen=True)
class Sent:
    """What a provider has taken: one message, for one or more notifications."""

    at: datetime
    channel: str
    user: int
    notifications: tuple[int, ...]


@dataclass(frozen=True)
class Act:
    """What a player did at a table that was not an answer; `seq`: the game's then.

    `what`: "gift" (`number`: the side that gets `seconds`), "pause", "resume" (agreed on), "taken"
    (`number`: the seat that `user` has taken over), "late" (`number`: the side that was refused).
    """

    at: datetime
    seq: int
    what: str
    number: int = 0
    seconds: int = 0
    user: int = 0


@dataclass
class Said:
    """Something that others at a table are to hear of: a line of talk, a proposal.

    `by`: who says it; `over`: when it was settled.
    """

    at: datetime
    game: int
    seq: int
    by: int
    over: datetime | None = None


@dataclass
class MonthDiary(SimulationDiary):
    """Looks and answers, by user and game or by game and seat; and what went wrong."""

    looks: dict[tuple[int, int], list[datetime]] = field(default_factory=lambda: defaultdict(list))
    looked: dict[int, list[datetime]] = field(default_factory=lambda: defaultdict(list))
    answered: dict[tuple[int, int], int] = field(default_factory=dict)
    """The last answer (`seq`) of a game's seat."""
    acts: dict[int, list[Act]] = field(default_factory=lambda: defaultdict(list))
    talk: dict[int, Said] = field(default_factory=dict)
    """By the message's id."""
    deaf: dict[tuple[int, int], datetime] = field(default_factory=dict)
    """Since when a user does not want to hear the talk of a game."""
    proposals: dict[int, Said] = field(default_factory=dict)
    invited: dict[tuple[int, int], datetime] = field(default_factory=dict)
    settled: dict[tuple[int, int], datetime] = field(default_factory=dict)
    """When an invited user joined or declined."""
    sent: list[Sent] = field(default_factory=list)
    deaths: dict[tuple[int, str], list[datetime]] = field(default_factory=lambda: defaultdict(list))
    """Of workers, while they were at a delivery of a user by a channel."""
