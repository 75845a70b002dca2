"""The table page of a lesson: the ordinary page, drawn from a game that has no row."""

from dataclasses import dataclass, field, replace

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from engine.bots import FOR_BEGINNERS
from engine.events import TurnStarted
from engine.words import describe_all, describe_outcome
from games.learning.lessons import Lesson
from games.learning.scripts import ME, OPPONENT, Confirm, Give, Guess, Read, ScriptStep
from games.tables.models import Seat, Status
from games.tables.page.decision import DecisionPanel
from games.tables.page.rowless import RowlessTable, rowless_page, rowless_table
from games.tables.page.table import TableContext, TablePage
from games.tables.page.text import plain, player_names

FORMS = ("draft", "undo", "confirm", "next", "restart")


def lesson_table(lesson: Lesson, user: User | None) -> RowlessTable:
    """Return the table of a lesson."""
    moves = [(seat, events) for seat, _action, events in lesson.moves]
    if moves and not lesson.chapter.mulligan:  # at the start of a turn, which no event says
        moves[0] = (ME, [TurnStarted(ME), *moves[0][1]])
    seats = {ME: Seat(user=user or User(username=_("Guest"))), OPPONENT: Seat(bot=FOR_BEGINNERS)}
    return rowless_table(
        lesson.game,
        [seat for _number, seat in sorted(seats.items())],
        ME,
        user,
        draft=lesson.progress.draft,
        moves=moves,
        boards=str(lesson.position.get("boards", "")),
    )


def addresses(lesson: Lesson) -> dict[str, str]:
    """Return the addresses of a lesson's forms and of its page."""
    args = [lesson.tutorial.key, lesson.chapter.key]
    to = {name: reverse(f"lesson_{name}", args=args) for name in FORMS}
    return to | {"table": reverse("lesson", args=args)}


class LessonContext(TableContext):
    """The context of a lesson's table."""

    lesson: Lesson
    coach: "Coach"


def lesson_page(
    lesson: Lesson, user: User | None, query: dict[str, str], message: str
) -> LessonContext:
    """Return the context of a lesson's page. `query`: of the request; `message`: a refusal."""
    chosen = query.get("card", "") or opened_card(lesson)
    table = lesson_table(lesson, user)
    context = rowless_page(table, addresses(lesson), query, chosen, message)
    page = context["page"]
    _label(page, lesson, user)
    coached = coach(lesson, chosen if page.decision.card else "")
    if message or lesson.game.outcome is not None:  # which the question says
        coached = replace(coached, uses="ask")
    return {**context, "lesson": lesson, "coach": coached}


def opened_card(lesson: Lesson) -> str:
    """Return the card whose uses the page shows by itself."""
    step = lesson.step()
    is_open = isinstance(step, Give) and not lesson.progress.draft
    return step.opened if is_open and isinstance(step, Give) else ""


def _label(page: TablePage, lesson: Lesson, user: User | None) -> None:
    """Name the page after its chapter, and say who has won."""
    page.title = str(lesson.chapter.title)
    page.bar.label.title = page.title
    if user is None:
        for player in page.board.mine.players:
            player.account = ""
    outcome = lesson.game.outcome
    if outcome is not None:
        names = player_names(lesson_table(lesson, user).seats)
        says = plain(describe_outcome(outcome.winner, outcome.victory, ME, names))
        page.decision = DecisionPanel("wait", says)
        page.bar.state.kind = "over"
        page.bar.state.status = str(Status.FINISHED.label)


@dataclass(frozen=True, slots=True)
class Coach:
    """What the coach says now, and what it points at; `template`: its part of the table page."""

    says: str
    at: str
    """Ids of elements, the best one first."""
    step: int
    steps: int
    reads: bool
    """Whether a click on *Next* is all that the step asks for."""
    is_over: bool
    uses: str = ""
    """The regions that the step needs besides the board, of `ask`, `hand`, `log`: a small screen
    has room for them alone."""
    guesses: list["CoachGuess"] = field(default_factory=list)
    """The answers to a question about symbols."""
    template: str = "learning/_coached.jinja"


@dataclass(frozen=True, slots=True)
class CoachGuess:
    """An answer that the coach offers."""

    number: int
    text: str
    is_wrong: bool
    """Whether it has been given, and was wrong."""


def coach(lesson: Lesson, chosen: str) -> Coach:
    """Return what the coach says; `chosen`: the card whose uses are shown."""
    number, steps = lesson.current(chosen), len(lesson.chapter.steps)
    if number == steps:
        return Coach(_("Chapter completed."), "", steps, steps, reads=False, is_over=True)
    if lesson.is_stray:
        says = _("That's legal, and in your own games you're free to do it. Undo it for now.")
        return Coach(says, "undo", number, steps, reads=False, is_over=False, uses="ask")
    step = lesson.chapter.steps[number]
    guesses = _guesses(step, lesson) if isinstance(step, Guess) else []
    says = str(step.says)
    if wrong := len(lesson.progress.wrong) if guesses else 0:
        is_last = wrong == len(guesses) - 1
        says = _("Nor that one. One is left.") if is_last else _("Not quite. Look at it again.")
    return Coach(
        says,
        " ".join(step.at),
        number,
        steps,
        isinstance(step, Read),
        is_over=False,
        uses=_used(step),
        guesses=guesses,
    )


def _guesses(step: Guess, lesson: Lesson) -> list[CoachGuess]:
    return [
        CoachGuess(number, plain(describe_all(effects)), number in lesson.progress.wrong)
        for number, effects in enumerate(step.answers)
    ]


def _used(step: ScriptStep) -> str:
    """Return the regions that a step needs besides the board, where there is no room for all."""
    if "log" in step.at:
        return "log"
    if not isinstance(step, Give | Confirm):
        return "hand"
    return "ask hand" if any(name.startswith(("card-", "hand")) for name in step.at) else "ask"
