"""Pages of puzzles: the puzzle of the day, and each puzzle on the table page."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import HtmxRequest, viewer_of
from common.refusals import Refused
from engine.analysis.puzzles import FAILED, OPEN, SOLVED
from games.puzzles import daily, seen_solutions
from games.puzzles.models import Puzzle
from games.puzzles.solving import solver_of
from games.puzzles.table import puzzle_page
from games.puzzles.trying import PuzzleTry
from games.tables.views.fragments import render_fragment


@never_cache
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The puzzle of the day, the streak, the rating and the next puzzle."""
    now = timezone.now()
    day = daily.today(now)
    solver = solver_of(viewer_of(request), request.session)
    puzzle = daily.puzzle_of(day)
    context = {
        "day": day,
        "puzzle": puzzle,
        "result": puzzle and solver.result(puzzle),
        "streak": solver.streak(day),
        "rating": solver.rating(now),
        "tried": len(solver.tried()),
        "number": Puzzle.objects.filter(withdrawn=False).count(),
        "next": solver.next_puzzle(now),
    }
    return render(request, "puzzles/index.html", context)


@never_cache
@require_safe
def puzzle(request: HtmxRequest, number: int) -> HttpResponse:
    """A puzzle as the solver has left it."""
    puzzle = get_object_or_404(Puzzle, pk=number)
    return _show(request, PuzzleTry.of(request.session, puzzle))


@require_POST
def draft(request: HtmxRequest, number: int) -> HttpResponse:
    """Give an answer, which counts at once."""
    return _change(request, number, _answer)


@require_POST
def undo(request: HtmxRequest, number: int) -> HttpResponse:
    """Take back the last answer, or all of them."""
    return _change(request, number, _undo)


@require_POST
def solution(request: HtmxRequest, number: int) -> HttpResponse:
    """Show the solution; a puzzle without a result counts as not solved."""
    return _change(request, number, _show_solution)


def _answer(request: HttpRequest, trying: PuzzleTry) -> bool:
    # A second click finds another number of steps, and changes nothing.
    if request.POST.get("steps", "") != str(len(trying.actions)):
        return False
    verdict = trying.add(request.POST.get("action", ""))
    if verdict != OPEN:
        solver = solver_of(viewer_of(request), request.session)
        seen = seen_solutions.has_seen(request, trying.puzzle)
        solver.note(trying.puzzle, verdict != FAILED, timezone.now(), seen=seen)
    return verdict == SOLVED


def _undo(request: HttpRequest, trying: PuzzleTry) -> bool:
    trying.undo(request.POST.get("all") == "1" or trying.solution_shown)
    return False


def _show_solution(request: HttpRequest, trying: PuzzleTry) -> bool:
    solver = solver_of(viewer_of(request), request.session)
    if solver.result(trying.puzzle) is None:
        seen = seen_solutions.has_seen(request, trying.puzzle)
        solver.note(trying.puzzle, solved=False, now=timezone.now(), seen=seen)
    trying.show_solution()
    return True


def _change(
    request: HtmxRequest, number: int, service: Callable[[HttpRequest, PuzzleTry], bool]
) -> HttpResponse:
    """Change a try and show it; a refusal is shown at the table.

    The service returns whether the page shows the whole solution now.
    """
    puzzle = get_object_or_404(Puzzle, pk=number)
    trying = PuzzleTry.of(request.session, puzzle)
    try:
        is_known = service(request, trying)
    except Refused as refused:
        return _show(request, trying, str(refused), refused.status)
    trying.keep(request.session)
    response = _show(request, trying) if request.htmx else redirect(puzzle)
    if is_known:
        seen_solutions.remember(request, response, puzzle)
    return response


def _show(
    request: HtmxRequest, trying: PuzzleTry, message: str = "", status: int = 200
) -> HttpResponse:
    now, user = timezone.now(), viewer_of(request)
    solver = solver_of(user, request.session)
    query = {**request.GET.dict(), **request.POST.dict()}
    if request.method == "POST" and not message:
        query.pop("card", None)
    verdict = trying.verdict()
    result = solver.result(trying.puzzle)
    state = "shown" if trying.solution_shown else verdict
    context: dict[str, object] = {
        **puzzle_page(trying, verdict, user, query, message),
        "task": "puzzles/_task.jinja",
        "puzzle": trying.puzzle,
        "verdict": state,
        "result": result,
        "is_rated": user is not None and not user.is_guest,
    }
    if verdict != OPEN:
        context["next_puzzle"] = solver.next_puzzle(now, trying.puzzle.pk)
        context["rating"] = solver.rating(now)
    if state in ("solved", "shown"):
        context["worth"] = trying.worth()
    return render_fragment(request, "tables/_table.jinja", "puzzles/puzzle.html", context, status)
