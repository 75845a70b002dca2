"""Reading puzzles, without their solutions, and everything printed in the game."""

from typing import Annotated, Any, Literal

from django.db.models import BigIntegerField
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from ninja import Path, Query

from engine import Game as EngineGame
from games.api.conditional import etag_of, not_modified
from games.api.operations.router import router
from games.api.problems import OPTIONAL
from games.api.schemas import CardOut, CardsOut, DailyPuzzleOut, PuzzleOut
from games.api.shown import site_url
from games.puzzles import daily
from games.puzzles.models import Puzzle
from games.symbols.reference import Component, components, text_of

Kind = Literal["agent", "technology", "token", "leadership", "line"]


@router.get("/puzzles/daily", response=DailyPuzzleOut, tags=["Puzzles"], openapi_extra=OPTIONAL)
def daily_puzzle(request: HttpRequest) -> DailyPuzzleOut:
    """The puzzle of today (UTC), the same for everyone."""
    day = daily.today(timezone.now())
    puzzle = daily.puzzle_of(day)
    if puzzle is None:
        raise Http404
    return DailyPuzzleOut.model_construct(**_puzzle(puzzle), date=day)


@router.get("/puzzles/{number}", response=PuzzleOut, tags=["Puzzles"], openapi_extra=OPTIONAL)
def puzzle_by_number(
    request: HttpRequest, number: Annotated[int, Path(description="The number of the puzzle.")]
) -> PuzzleOut:
    """A puzzle without its solution. Puzzles that have been withdrawn don't exist here."""
    if not 0 < number <= BigIntegerField.MAX_BIGINT:
        raise Http404
    puzzle = Puzzle.objects.filter(pk=number, withdrawn=False).first()
    if puzzle is None:
        raise Http404
    return PuzzleOut.model_construct(**_puzzle(puzzle))


def _puzzle(puzzle: Puzzle) -> dict[str, Any]:
    view = EngineGame.from_position(puzzle.position, seed=puzzle.key).view(puzzle.seat)
    view["seed"] = None  # it would give away the order of the deck
    answers = [option for decision in view["pending"] for option in decision["options"] or ()]
    return {
        "id": puzzle.pk,
        "url": site_url(puzzle.get_absolute_url()),
        "goal": puzzle.goal,
        "task": str(puzzle.get_goal_display()),
        "rating": round(puzzle.value),
        "tries": puzzle.tries,
        "solved": puzzle.solved,
        "view": view,
        "answers": answers,
    }


@router.get("/cards", response=CardsOut, tags=["Cards"], openapi_extra=OPTIONAL)
def cards(
    request: HttpRequest,
    response: HttpResponse,
    kind: Annotated[Kind | None, Query(description="Only these.")] = None,
) -> HttpResponse | CardsOut:
    """All agents, technologies, tokens, leaderships and bonuses, with what they do in a sentence.

    The sentences are in the language that `Accept-Language` asks for: `en`, `fr` or `de`.
    """
    response["ETag"] = etag = etag_of(request)
    known = not_modified(request, etag)
    if known is not None:
        return known
    found = [_card(one) for one in components().values() if kind in (None, one.kind)]
    return CardsOut.model_construct(cards=found)


@router.get("/cards/{key}", response=CardOut, tags=["Cards"], openapi_extra=OPTIONAL)
def card(request: HttpRequest, key: str) -> CardOut:
    """One of them."""
    one = components().get(key)
    if one is None:
        raise Http404
    return _card(one)


def _card(one: Component) -> CardOut:
    text = text_of(one.key)
    return CardOut.model_construct(
        key=one.key,
        kind=one.kind,
        name=text.name,
        sentence=text.sentence,
        symbols=sorted(str(symbol) for symbol in one.symbols),
        planet=one.planet or None,
        faction=one.faction or None,
        cost=one.cost,
        level=one.level or None,
        copies=one.copies,
        expansion=one.is_expansion,
    )
