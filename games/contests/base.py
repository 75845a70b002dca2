"""What contests share: the occasion of a game, its result, and what pages ask of each contest."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, ClassVar

from django.db.models.expressions import Combinable

from accounts.models import User
from games.tables.models import Ending, Game, Occasion, Status
from games.tables.providers import Line


class ContestOutcome(StrEnum):
    """Which player has won a game of a contest: the one who moves first, the second, or neither."""

    FIRST = "first"
    SECOND = "second"
    DRAW = "draw"
    NONE = "none"
    """Both have lost: neither came to play."""


WINS = (ContestOutcome.FIRST, ContestOutcome.SECOND)


@dataclass(frozen=True, slots=True)
class ContestResult:
    """How a game ended for a contest, from the first and the second player."""

    outcome: ContestOutcome
    late: frozenset[ContestOutcome] = frozenset()
    """Which of the two (`FIRST`, `SECOND`) let their time run out."""
    finished: bool = True
    """Whether the game has a result; if not, it was broken off."""

    @property
    def by_time(self) -> bool:
        """Whether time decided it."""
        return bool(self.late)


def result_of(game: Game, late: Sequence[int] = ()) -> ContestResult:
    """Return the result of a game that is over.

    `late`: the sides that let their time run out in a game that was broken off; one of them alone
    has lost. A game that was broken off without that is drawn.
    """
    first_side = 1 - game.second_side

    def player(side: int) -> ContestOutcome:
        return ContestOutcome.FIRST if side == first_side else ContestOutcome.SECOND

    if game.status == Status.FINISHED:
        if game.winner is None:
            return ContestResult(ContestOutcome.DRAW)
        on_time = game.ending == Ending.TIME
        losers = frozenset({player(1 - game.winner)}) if on_time else frozenset[ContestOutcome]()
        return ContestResult(player(game.winner), losers)
    if not late:
        return ContestResult(ContestOutcome.DRAW, finished=False)
    winner = player(1 - late[0]) if len(late) == 1 else ContestOutcome.NONE
    return ContestResult(winner, frozenset(map(player, late)), finished=False)


class Activity:
    """What a subject beside the tables shows of a user on pages, each with an empty answer."""

    def home(self, user: User, now: datetime) -> list[Line]:
        """Return the lines on the home page of a user."""
        return []

    def marks(self, now: datetime) -> dict[str, Combinable]:
        """Return annotations for a query of users, so that `standing` needs no query."""
        return {}

    def standing(self, user: Any, now: datetime) -> list[Line]:
        """Return the lines on the profile of a user that was queried with `marks`."""
        return []


class Contest(Activity, ABC):
    """A subject that games are played for.

    It has a row that leads from a game to what is at stake. `ended`, `annulled` and `restored` are
    called with the row of the game locked, in the transaction of the event, once or more often for
    the same event: the second time they change nothing. A contest that holds a row of its own locks
    no game that has started.
    """

    occasion: ClassVar[Occasion]

    @abstractmethod
    def ended(self, game: Game, result: ContestResult, now: datetime) -> None:
        """Count a game that has just ended, or that counts again."""

    def annulled(self, game: Game, now: datetime) -> None:
        """Take back what an annulled game has done, as far as the contest does."""

    def about(self, game: Game) -> Line | None:
        """Return what a game of this contest is played for."""
        return None
