"""What is remembered of a year, beside the site's own rows: what the judge and the figures need."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime

from tools.simulation.simulator import SimulationDiary


@dataclass(frozen=True, slots=True)
class Begun:
    """A game that runs: `users` in the order of the seats (0 for a bot)."""

    pk: int
    users: tuple[int, ...]
    bots: tuple[str, ...]
    pool: str
    occasion: str
    at: datetime
    first: int
    """The side with the first turn."""


@dataclass(frozen=True, slots=True)
class Over:
    """A game that has ended. `winner`: a side, `None` for a draw or for no result.

    `counts`: whether a person has played, and it has a result after both sides have completed a
    turn. `late`: the side that let its time pass. `strengths`: the true ones then, in the order of
    the seats.
    """

    game: Begun
    at: datetime
    winner: int | None
    counts: bool
    finished: bool
    late: int | None
    how: str
    strengths: tuple[float, ...]


@dataclass
class YearDiary(SimulationDiary):
    """The games that have ended, and what the site has refused."""

    over: dict[int, Over] = field(default_factory=dict)
    annulled: set[int] = field(default_factory=set)
    refused: Counter[str] = field(default_factory=Counter)
