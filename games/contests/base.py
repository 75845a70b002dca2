"""Base classes of contests: the occasion of a game, its result, and lines for pages."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, ClassVar

from django.db.models.expressions import Combinable

from accounts.models import User
from games.tables.models import Ending, Game, Status
from games.tables.occasions import Occasion
from games.tables.providers import PageLine


class ContestOutcome(StrEnum):
    """The winner of a contest game: the player with the first turn, the second, or neither."""

    FIRST = "first"
    SECOND = "second"
    DRAW = "draw"
    NONE = "none"
    """Both players lost: neither came to play."""


WINS = (ContestOutcome.FIRST, ContestOutcome.SECOND)


@dataclass(frozen=True, slots=True)
class ContestResult:
    """How a game ended for a contest, in terms of its first and second player."""

    outcome: ContestOutcome
    late: frozenset[ContestOutcome] = frozenset()
    """The players (`FIRST`, `SECOND`) who lost on time."""
    finished: bool = True
    """Whether the game was finished; otherwise it was aborted."""

    @property
    def by_time(self) -> bool:
        """Whether it was decided on time."""
        return bool(self.late)


def result_of(game: Game, late: Sequence[int] = ()) -> ContestResult:
    """Return the result of a game that is over.

    `late`: the sides whose time ran out in an aborted game; a single late side loses. An aborted
    game without a late side is drawn.
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
    """What an app that starts games contributes to pages; every answer is empty by default."""

    occasion: ClassVar[Occasion]
    """What its games are started for."""

    def home(self, user: User, now: datetime) -> list[PageLine]:
        """Return the lines on the home page of a user."""
        return []

    def takes_part(self, user: User) -> bool:
        """Whether a user takes part in something that is not over, with or without a game."""
        return False

    def marks(self, now: datetime) -> dict[str, Combinable]:
        """Return annotations for a query of users, so that `profile_lines` needs no query."""
        return {}

    def profile_lines(self, user: Any, now: datetime) -> list[PageLine]:
        """Return the lines on the profile of a user that was queried with `marks`."""
        return []


class Contest(Activity, ABC):
    """A kind of competition whose games are played at tables.

    Each game has a row in the contest that says what is at stake. `ended` and `annulled` are called
    in the transaction of the event, with the game's row locked, and must be idempotent. A contest
    that holds a lock on a row of its own must not lock a game that has started.
    """

    @abstractmethod
    def ended(self, game: Game, result: ContestResult, now: datetime) -> None:
        """Count a game that has just ended or was restored."""

    def annulled(self, game: Game, now: datetime) -> None:
        """Undo the effect of an annulled game, if the contest does so."""

    def about(self, game: Game) -> PageLine | None:
        """Return a line that says what a game of this contest is played for."""
        return None
