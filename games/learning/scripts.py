"""Tutorials as data: chapters, each a position with a script of steps.

A step says something, points at elements of the table page by their ids, and is done when the
player has done what it asks for. `games/learning/check.py` checks that every script can be played.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from django.utils.functional import Promise

from engine.sparse_positions import SparsePosition

type Words = str | Promise

ME, OPPONENT = 0, 1
"""The seats of a lesson; the player has the first turn."""


@dataclass(frozen=True, slots=True)
class ScriptStep:
    """A step of a script. `at`: ids of elements; the first one that is on the page is marked."""

    says: Words
    at: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Read(ScriptStep):
    """Something to read; done with a click on *Next*."""


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


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of a tutorial that can be played by itself. `position`: see `positions.complete`."""

    key: str
    title: Words
    about: Words
    position: SparsePosition
    steps: Sequence[ScriptStep]

    def turns(self) -> list[tuple[list[Give], Confirm]]:
        """Return the player's turns: the answers of each, and the step that confirms them."""
        turns: list[tuple[list[Give], Confirm]] = []
        answers: list[Give] = []
        for step in self.steps:
            if isinstance(step, Give):
                answers.append(step)
            elif isinstance(step, Confirm):
                turns.append((answers, step))
                answers = []
        return turns


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
        """Return the next chapter; `None` after the last one."""
        place = self.chapters.index(chapter) + 1
        return self.chapters[place] if place < len(self.chapters) else None
