"""A lesson: a chapter of a tutorial as one visitor plays it.

A lesson has no rows. Its moves and its draft are in the visitor's session, and each request plays
them again in the engine. So it needs no account, notifies no one, counts for nothing, is in no
list, and goes away with the session.
"""

from collections.abc import Collection, MutableMapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from django.utils.translation import gettext as _

from common.refusals import Refused
from common.visitors import in_cookie
from engine import EngineError, Event
from engine import Game as EngineGame
from games.learning.scripts import (
    ME,
    OPPONENT,
    Chapter,
    Confirm,
    Give,
    Guess,
    Lay,
    Read,
    ScriptStep,
    Take,
    Tutorial,
    laid_out,
)
from games.tables.services.drafts import add_legal, play_draft

SESSION_KEY = in_cookie("lessons")
DONE = "done"
"""The key of the list of chapters that were played to the end."""


@dataclass(slots=True)
class Progress:
    """What a visitor has done in a chapter, as the session keeps it."""

    read: int = 0
    """The number of the first step that was not read with a click on *Next*, or guessed."""
    wrong: list[int] = field(default_factory=list)
    """The wrong answers that were given to the question of the step."""
    turns: list[list[str]] = field(default_factory=list)
    """The answers of the turns that are confirmed."""
    draft: list[str] = field(default_factory=list)

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """Return the progress that the session has; none if it can't be read."""
        try:
            return cls(**data)
        except TypeError:
            return cls()

    def to_json(self) -> dict[str, object]:
        """Return it as JSON."""
        return {
            "read": self.read,
            "turns": self.turns,
            "draft": self.draft,
            **({"wrong": self.wrong} if self.wrong else {}),
        }


class Lesson:
    """A chapter, how far the visitor is, and the engine's game.

    Raises `EngineError` or `Refused` for progress that the script does not allow.
    """

    def __init__(self, tutorial: Tutorial, chapter: Chapter, progress: Progress) -> None:
        self.tutorial = tutorial
        self.chapter = chapter
        self.progress = progress
        self.position = chapter.position
        """The position that was laid out last."""
        self.game = chapter.begin()
        self.moves: list[tuple[int, str, list[Event]]] = []
        """(seat, action, events) of all moves since then."""
        turns = iter(progress.turns)
        for number, step in enumerate(chapter.steps):
            if isinstance(step, Lay) and number < progress.read:
                self._lay(step)
            elif isinstance(step, Confirm) and (actions := next(turns, None)) is not None:
                self._play(ME, actions)
                self._play(OPPONENT, step.replies)
        if progress.draft:
            play_draft(self._imagined(), ME, progress.draft)

    def _imagined(self) -> EngineGame:
        if self.game.outcome is not None:
            raise Refused(_("You can't do that now."))
        return EngineGame.imagined(self.game.view(ME))

    def _lay(self, step: Lay) -> None:
        self.position, self.moves = step.position, []
        self.game = laid_out(step.position, self.chapter.key)

    def _play(self, seat: int, actions: Sequence[str]) -> None:
        for action in actions:
            self.moves.append((seat, action, self.game.play(seat, action)))

    # --- the script ---

    @property
    def number(self) -> int:
        """The number of the chapter, 1 for the first."""
        return self.tutorial.chapters.index(self.chapter) + 1

    def current(self, chosen: str = "") -> int:
        """Return the number of the step that comes next; `chosen`: the card that is shown."""
        turn = answered = 0
        for number, step in enumerate(self.chapter.steps):
            is_past = turn < len(self.progress.turns) or answered < len(self.progress.draft)
            match step:
                case Lay():
                    is_done = number < self.progress.read
                case Read() | Guess():
                    is_done = is_past or number < self.progress.read
                case Take(card=card):
                    is_done = is_past or card == chosen
                case Confirm():
                    is_done = turn < len(self.progress.turns)
                    turn, answered = turn + 1, 0
                case _answer:
                    is_done = is_past
                    answered += 1
            if not is_done:
                return number
        return len(self.chapter.steps)

    def step(self, chosen: str = "") -> ScriptStep | None:
        """Return the step that comes next; `None` at the end of the chapter."""
        number = self.current(chosen)
        return self.chapter.steps[number] if number < len(self.chapter.steps) else None

    @property
    def is_over(self) -> bool:
        """Whether the chapter has been played to its end."""
        return self.current() == len(self.chapter.steps)

    @property
    def is_stray(self) -> bool:
        """Whether the draft is legal, but not what the script goes on with."""
        answers = self._answers()
        draft = self.progress.draft
        return len(draft) > len(answers) or not all(
            answer.accepts(action) for answer, action in zip(answers, draft, strict=False)
        )

    def _answers(self) -> list[Give]:
        turns = self.chapter.turns()
        place = len(self.progress.turns)
        return turns[place].answers if place < len(turns) else []

    # --- what the visitor does ---

    def read(self, number: int) -> None:
        """Mark a step as read; after a `Lay` the next position lies on the table."""
        self.progress.read = max(self.progress.read, number + 1)
        self.progress.wrong = []
        step = self.chapter.steps[number]
        if isinstance(step, Lay):
            self._lay(step)

    def guess(self, number: int, answer: str) -> None:
        """Answer the question of a step: it is done if the answer is right."""
        step = self.chapter.steps[number]
        if not isinstance(step, Guess) or answer not in map(str, range(len(step.answers))):
            return
        if int(answer) == step.right:
            self.read(number)
        else:
            self.progress.wrong = sorted({*self.progress.wrong, int(answer)})

    def draft(self, action: str, ticked: Collection[str] = ()) -> None:
        """Add an answer to the draft; raises `Refused`. `ticked`: the cards that are ticked."""
        self.progress.draft = add_legal(self._imagined(), ME, self.progress.draft, action, ticked)

    def undo(self, everything: bool) -> None:
        """Take back the last answer of the draft, or all of them."""
        self.progress.draft = [] if everything else self.progress.draft[:-1]

    def confirm(self) -> None:
        """Play the draft and the opponent's replies; raises `Refused` for another turn."""
        actions = self.progress.draft
        if self.is_stray or len(actions) < len(self._answers()) or not actions:
            raise Refused(_("That's a legal turn, but this lesson goes on with another one."))
        turn = self.chapter.turns()[len(self.progress.turns)]
        self._play(ME, actions)
        self._play(OPPONENT, turn.confirm.replies)
        self.progress.turns.append(actions)
        self.progress.draft = []


class Lessons:
    """The lessons of a visitor, in the session."""

    def __init__(self, session: MutableMapping[str, Any]) -> None:
        self.session = session

    def _kept(self, tutorial: Tutorial) -> dict[str, Any]:
        kept: dict[str, Any] = self.session.get(SESSION_KEY, {}).get(tutorial.key, {})
        return kept

    def done(self, tutorial: Tutorial) -> set[str]:
        """Return the keys of the chapters that were played to the end."""
        return set(self._kept(tutorial).get(DONE, ()))

    def has_begun(self, tutorial: Tutorial) -> bool:
        """Whether the visitor has done anything in a tutorial."""
        return bool(self._kept(tutorial))

    def next_chapter(self, tutorial: Tutorial) -> Chapter:
        """Return the first chapter that was not played to the end, or the first of all.

        Extra chapters come after all others.
        """
        done = self.done(tutorial)
        in_order = sorted(tutorial.chapters, key=lambda chapter: chapter.extra)
        return next((c for c in in_order if c.key not in done), tutorial.chapters[0])

    def lesson(self, tutorial: Tutorial, chapter: Chapter) -> Lesson:
        """Return a chapter as the visitor has left it."""
        progress = Progress.from_json(self._kept(tutorial).get(chapter.key, {}))
        try:
            return Lesson(tutorial, chapter, progress)
        except (EngineError, Refused):  # the script has been changed meanwhile
            return Lesson(tutorial, chapter, Progress())

    def keep(self, lesson: Lesson) -> None:
        """Store a lesson."""
        kept = self._kept(lesson.tutorial)
        kept = kept | {lesson.chapter.key: lesson.progress.to_json()}
        if lesson.is_over:
            kept[DONE] = sorted({*kept.get(DONE, ()), lesson.chapter.key})
        lessons = self.session.get(SESSION_KEY, {})
        self.session[SESSION_KEY] = lessons | {lesson.tutorial.key: kept}

    def restart(self, tutorial: Tutorial, chapter: Chapter) -> None:
        """Start a chapter again."""
        self.keep(Lesson(tutorial, chapter, Progress()))
