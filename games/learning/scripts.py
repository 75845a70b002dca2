"""Tutorials as data: chapters, each a position with a script of steps.

A step says something, points at elements of the table page, and is done when the player has done
what it asks for. `games/learning/check.py` checks that every script can be played.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import NamedTuple

from django.utils.functional import Promise

from engine import Game as EngineGame
from engine import Options, Setup
from engine.effects import Effect
from engine.sparse_positions import SparsePosition, complete

type Words = str | Promise

ME, OPPONENT = 0, 1
"""The seats of a lesson; the player has the first turn."""


@dataclass(frozen=True, slots=True)
class ScriptStep:
    """A step of a script.

    `at`: ids of elements; the first one that is on the page is marked. A part of an element follows
    after `@`: `card-nero@cost` has the class `cost`, `card-nero@effect-2` is the card's second row
    of symbols below its name.
    """

    says: Words
    at: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Read(ScriptStep):
    """Something to read; done with a click on *Next*."""


@dataclass(frozen=True, slots=True)
class Lay(Read):
    """Something to read, after which another position is laid out."""

    position: SparsePosition = field(default_factory=SparsePosition)


@dataclass(frozen=True, slots=True)
class Guess(ScriptStep):
    """A question about an effect; done with a click on the right one of its answers."""

    answers: tuple[tuple[Effect, ...], ...] = ()
    right: int = 0
    """The place of the right answer."""


@dataclass(frozen=True, slots=True)
class Take(ScriptStep):
    """A card of the hand to choose; done when its uses are shown."""

    card: str = ""


@dataclass(frozen=True, slots=True)
class Give(ScriptStep):
    """An answer to give; done when it is drafted.

    `actions`: the patterns of the answers that go on with the script. `opened`: the card whose uses
    the page shows by itself, so that the first turn takes one click less.
    """

    actions: tuple[str, ...] = ()
    opened: str = ""

    def accepts(self, action: str) -> bool:
        """Whether an answer goes on with the script."""
        return any(fnmatchcase(action, pattern) for pattern in self.actions)


@dataclass(frozen=True, slots=True)
class Confirm(ScriptStep):
    """The draft to confirm; then the opponent plays `replies`."""

    replies: tuple[str, ...] = ()


class ScriptTurn(NamedTuple):
    """A turn of the player: its answers, the step that confirms it, the position laid before it."""

    answers: list[Give]
    confirm: Confirm
    laid: SparsePosition | None


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of a tutorial that can be played by itself. `position`: see `positions.complete`.

    `extra`: whether the tutorial goes on without it; it is offered beside the next chapter.
    `mulligan`: whether it starts before the mulligan, with the hands of the position.
    """

    key: str
    title: Words
    about: Words
    position: SparsePosition
    steps: Sequence[ScriptStep]
    extra: bool = False
    mulligan: bool = False

    def turns(self) -> list[ScriptTurn]:
        """Return the player's turns."""
        turns: list[ScriptTurn] = []
        answers: list[Give] = []
        laid = None
        for step in self.steps:
            match step:
                case Lay(position=position):
                    laid = position
                case Give():
                    answers.append(step)
                case Confirm():
                    turns.append(ScriptTurn(answers, step, laid))
                    answers, laid = [], None
                case _:
                    pass
        return turns

    def begin(self) -> EngineGame:
        """Return the game at the start; raises `EngineError`."""
        return (
            dealt(self.position, self.key) if self.mulligan else laid_out(self.position, self.key)
        )


def laid_out(position: SparsePosition, seed: str) -> EngineGame:
    """Return a game that goes on from a position; raises `EngineError`."""
    return EngineGame.from_position(complete(position), seed=seed)


def dealt(sparse: SparsePosition, seed: str) -> EngineGame:
    """Return a game before its mulligan, with the cards of a position; raises `EngineError`."""
    position = complete(sparse)
    setup = Setup(
        options=Options(boards=position["boards"]),
        first_side=ME,
        boards=position["boards"],
        tokens=position["tokens"],
        token_supply=tuple(position["token_supply"]),
        deck=tuple(position["deck"]),
        hands=tuple(map(tuple, position["hands"])),
        seed=seed,
    )
    return EngineGame(setup)


@dataclass(frozen=True, slots=True)
class Tutorial:
    """A tutorial: chapters in the order in which they teach."""

    key: str
    title: Words
    about: Words
    minutes: int
    chapters: tuple[Chapter, ...]

    def chapter(self, key: str) -> Chapter | None:
        """Return a chapter by its key."""
        return next((chapter for chapter in self.chapters if chapter.key == key), None)

    def after(self, chapter: Chapter) -> Chapter | None:
        """Return the next chapter that is no extra; `None` after the last one."""
        return next((later for later in self._rest(chapter) if not later.extra), None)

    def extra_after(self, chapter: Chapter) -> Chapter | None:
        """Return the extra chapter that can be played before the next one; `None` without one."""
        following = next(iter(self._rest(chapter)), None)
        return following if following is not None and following.extra else None

    def _rest(self, chapter: Chapter) -> Sequence[Chapter]:
        return self.chapters[self.chapters.index(chapter) + 1 :]
