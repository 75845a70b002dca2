"""The table page of a puzzle: the ordinary page, drawn from a game that has no row."""

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import User
from engine import Event
from engine.analysis.puzzles import BEST, FAILED, OPEN
from engine.events import TurnStarted
from games.puzzles.models import Puzzle
from games.puzzles.trying import PuzzleTry
from games.tables.models import Seat
from games.tables.page.bar import GameState
from games.tables.page.decision import DecisionPanel
from games.tables.page.drafting import describe_answer
from games.tables.page.rowless import RowlessTable, rowless_page, rowless_table
from games.tables.page.table import TableContext
from games.tables.page.text import linked
from games.tables.providers import PageLine


def puzzle_table(trying: PuzzleTry, verdict: str, user: User | None) -> RowlessTable:
    """Return the table of a puzzle. Once it is solved, its answers have been played."""
    puzzle, game = trying.puzzle, trying.game()
    players = {
        puzzle.seat: user or User(username=_("Guest")),
        1 - puzzle.seat: User(username=_("Opponent")),
    }
    seats = [Seat(user=player) for _seat, player in sorted(players.items())]
    moves: list[tuple[int, list[Event]]] = []
    is_over = verdict not in (OPEN, FAILED)
    if is_over:
        moves = [(puzzle.seat, game.play(puzzle.seat, action)) for action in trying.actions]
        moves[0] = (puzzle.seat, [TurnStarted(puzzle.seat), *moves[0][1]])
    draft = [] if is_over else trying.actions
    boards = puzzle.position["boards"]
    return rowless_table(game, seats, puzzle.seat, user, draft=draft, moves=moves, boards=boards)


def addresses(puzzle: Puzzle) -> dict[str, str]:
    """Return the addresses of a puzzle's forms and of its page."""
    page = reverse("puzzle", args=[puzzle.pk])
    forms = {name: reverse(f"puzzle_{name}", args=[puzzle.pk]) for name in ("draft", "undo")}
    return forms | {"table": page, "confirm": page, "solution": f"{page}solution/"}


class PuzzleContext(TableContext):
    """The context of a puzzle's table; `solution` is empty while it is not shown."""

    solution: list[SafeString]


def puzzle_page(
    trying: PuzzleTry, verdict: str, user: User | None, query: dict[str, str], message: str
) -> PuzzleContext:
    """Return the context of a puzzle's page. `query`: of the request; `message`: a refusal."""
    table = puzzle_table(trying, verdict, user)
    to = addresses(trying.puzzle)
    context = rowless_page(table, to, query, query.get("card", ""), message)
    page = context["page"]
    label = page.bar.label
    page.title = label.title = str(trying.puzzle)
    label.pace, label.occasion = "", PageLine(_("Puzzles"), reverse("puzzles"))
    for player in (*page.board.mine.players, *page.board.theirs.players):
        player.account = ""
    if verdict != OPEN:
        steps = page.decision.steps
        page.decision = DecisionPanel("wait", says(trying, verdict), steps=steps)
        # The task says it already.
        page.bar.state = GameState("over", "", clock_note="", own_zone=False)
    return {**context, "solution": solution_steps(trying) if trying.solution_shown else []}


def solution_steps(trying: PuzzleTry) -> list[SafeString]:
    """Return the answers of the solution as sentences with links to the cards."""
    game, steps = trying.game(), []
    for action in trying.puzzle.solution:
        source = game.pending[0].source
        events = game.play(trying.puzzle.seat, action)
        steps.append(linked(describe_answer(action, source, events, trying.puzzle.seat), set()))
    return steps


def says(trying: PuzzleTry, verdict: str) -> str:
    """Return the verdict on a try that is over, as a sentence."""
    if trying.solution_shown:
        return _("This is the solution.")
    if verdict == FAILED and trying.puzzle.goal == BEST:
        return _("There is a clearly better turn.")
    if verdict == FAILED:
        return _("That isn't certain to reach the goal.")
    return _("Solved.")
