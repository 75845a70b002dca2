"""A try at a puzzle: the answers given so far, in the session, and the verdict on them."""

from collections.abc import Callable, MutableMapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Self, cast

from django.core.cache import caches
from django.utils.translation import gettext as _

from common.refusals import Refused
from common.visitors import in_cookie
from engine import Chance, EngineError
from engine import Game as EngineGame
from engine.analysis.best_turns import clear_best_turn
from engine.analysis.puzzles import BEST, OPEN, SOLVED, judge
from engine.table import Table
from engine.views import imagine
from games.puzzles.models import Puzzle
from games.tables.services.drafts import play_draft

SESSION_KEY = in_cookie("puzzle")
"""The key of the one try that the session keeps: that of the latest puzzle."""
ILLEGAL = ""
"""What is kept as the verdict on answers of which one is not legal."""


@dataclass(frozen=True, slots=True)
class Worth:
    """The chance to win, in per cent, after the best turn and after the best other one."""

    best: int
    other: int


@dataclass(slots=True)
class PuzzleTry:
    """The answers that a solver has given to a puzzle.

    `solution_shown`: whether the solver looks at the solution.
    """

    puzzle: Puzzle
    actions: list[str]
    solution_shown: bool = False

    @classmethod
    def of(cls, session: MutableMapping[str, Any], puzzle: Puzzle) -> Self:
        """Return the try that the session keeps; a new one if it is of another puzzle."""
        kept = session.get(SESSION_KEY, {})
        if kept.get("number") != puzzle.pk:
            return cls(puzzle, [])
        trying = cls(puzzle, list(kept.get("actions", ())), bool(kept.get("shown")))
        try:
            trying.verdict()
        except ValueError:  # the answers are of another version of the rules
            return cls(puzzle, [])
        return trying

    def keep(self, session: MutableMapping[str, Any]) -> None:
        """Store the try in the session."""
        session[SESSION_KEY] = {
            "number": self.puzzle.pk,
            "actions": self.actions,
            "shown": self.solution_shown,
        }

    def game(self) -> EngineGame:
        """Return the engine's game at the start of the turn."""
        return EngineGame.from_position(self.puzzle.position, seed=self.puzzle.key)

    def verdict(self) -> str:
        """Return the engine's verdict on the answers; raises `ValueError` for an illegal one."""
        verdict = searched_once(self.puzzle, self.actions, self._verdict)
        if verdict == ILLEGAL:
            raise ValueError(self.actions)
        return verdict

    def _verdict(self) -> str:
        try:
            return judge(self.table(), self.puzzle.goal, self.actions)
        except ValueError:
            return ILLEGAL

    def add(self, action: str) -> str:
        """Add an answer and return the verdict; raises `Refused`."""
        if self.verdict() != OPEN:
            raise Refused(_("This try is over. Undo an answer to try again."))
        ahead = [*self.actions, action]
        try:
            seat = self.puzzle.seat
            play_draft(EngineGame.imagined(self.game().view(seat)), seat, ahead)
        except EngineError as error:
            raise Refused(_("You can't do that now.")) from error
        self.actions = ahead
        return self.verdict()

    def undo(self, everything: bool) -> None:
        """Take back the last answer, or all of them."""
        self.solution_shown = False
        self.actions = [] if everything else self.actions[:-1]

    def show_solution(self) -> None:
        """Give the answers of the solution."""
        self.solution_shown = True
        self.actions = list(self.puzzle.solution)

    def worth(self) -> Worth | None:
        """Return what the best turn is worth; `None` for a puzzle of another goal."""
        if self.puzzle.goal != BEST:
            return None
        return searched_once(self.puzzle, "worth", self._worth)

    def _worth(self) -> Worth | None:
        turn = clear_best_turn(self.table(), self.puzzle.seat)
        if turn is None:  # by a judge that has changed since
            return None
        return Worth(round(100 * turn.best.worth), round(100 * turn.other.worth))

    def table(self) -> Table:
        """Return the table at the start of the turn, as the solver may imagine it."""
        return imagine(self.game().view(self.puzzle.seat), Chance(self.puzzle.key))

    @property
    def is_solved(self) -> bool:
        """Whether the solver's own answers have reached the goal."""
        return not self.solution_shown and self.verdict() == SOLVED


def searched_once[Result](puzzle: Puzzle, question: object, search: Callable[[], Result]) -> Result:
    """Return what a search answers to a question about a puzzle; this process runs it once.

    The answer depends on puzzle and question alone, so that it can be kept for good.
    """
    key = sha256(repr((puzzle.key, question)).encode()).hexdigest()
    return cast(Result, caches["drawn"].get_or_set(key, search, timeout=None))
