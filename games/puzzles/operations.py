"""Operations of the API (games.api collects them): puzzles, without their solutions."""

from datetime import date
from typing import Annotated

from django.conf import settings
from django.db.models import BigIntegerField
from django.http import Http404, HttpRequest
from django.utils import timezone
from ninja import Path, Router, Schema
from pydantic import Field

from engine import Game as EngineGame
from engine.public_types import View
from games.puzzles import daily
from games.puzzles.models import Puzzle

router = Router(tags=["Puzzles"])


class PuzzleOut(Schema):
    """A puzzle without its solution."""

    id: int
    url: str
    goal: str
    task: str
    rating: int
    tries: int
    solved: int
    view: View = Field(description="What the seat that has the turn sees.")
    answers: list[str] = Field(description="The legal first answers.")


class DailyPuzzleOut(PuzzleOut):
    """The puzzle of a day (UTC)."""

    date: date


@router.get("/puzzles/daily", response=DailyPuzzleOut)
def daily_puzzle(request: HttpRequest) -> DailyPuzzleOut:
    """The puzzle of today (UTC), the same for everyone."""
    day = daily.today(timezone.now())
    puzzle = daily.puzzle_of(day)
    if puzzle is None:
        raise Http404
    return DailyPuzzleOut.model_construct(**dict(_puzzle(puzzle)), date=day)


@router.get("/puzzles/{number}", response=PuzzleOut)
def puzzle_by_number(
    request: HttpRequest, number: Annotated[int, Path(description="The number of the puzzle.")]
) -> PuzzleOut:
    """A puzzle without its solution. Puzzles that have been withdrawn don't exist here."""
    if not 0 < number <= BigIntegerField.MAX_BIGINT:
        raise Http404
    puzzle = Puzzle.objects.filter(pk=number, withdrawn=False).first()
    if puzzle is None:
        raise Http404
    return _puzzle(puzzle)


def _puzzle(puzzle: Puzzle) -> PuzzleOut:
    view = EngineGame.from_position(puzzle.position, seed=puzzle.key).view(puzzle.seat)
    view["seed"] = None  # it would give away the order of the deck
    answers = [option for decision in view["pending"] for option in decision["options"] or ()]
    return PuzzleOut.model_construct(
        id=puzzle.pk,
        url=settings.SITE_URL + puzzle.get_absolute_url(),
        goal=puzzle.goal,
        task=str(puzzle.get_goal_display()),
        rating=round(puzzle.value),
        tries=puzzle.tries,
        solved=puzzle.solved,
        view=view,
        answers=answers,
    )
