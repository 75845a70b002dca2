"""Operations of the API (games.api collects them): searches for a game."""

from datetime import datetime
from typing import Annotated, Literal

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from ninja import Path, Router, Schema
from ninja import Status as Answer
from pydantic import Field

from common.refusals import Refused
from games.endpoints.access import Scope, needs, user_of
from games.endpoints.schemas import Input, PaceOut
from games.endpoints.shown import row_id
from games.matchmaking import display, searching
from games.matchmaking.forms import OFFERED, FindForm
from games.matchmaking.models import GameSearch

router = Router(tags=["Find a game"])


class SearchOut(Schema):
    """A search for a rated game of two."""

    id: int
    state: Literal["waiting", "found", "stopped", "expired"]
    pace: PaceOut
    reach: int | None = Field(description="The greatest difference of ratings; `null`: any.")
    game: int | None = Field(description="The game that has been found.")
    created_at: datetime
    expires_at: datetime


class SearchesOut(Schema):
    """Your searches: those that wait, and a live game that has just been found."""

    searches: list[SearchOut]


class SearchIn(Input):
    """A search: its pace is one of those of the page."""

    pace: str = Field(max_length=16, description=f"One of {', '.join(map(repr, OFFERED))}.")
    reach: Literal[100, 200, 400] | None = Field(
        default=None, description="The greatest difference of ratings; `null`: any."
    )


@router.get("/me/searches", response=SearchesOut, **needs(Scope.READ))
def my_searches(request: HttpRequest) -> SearchesOut:
    """Your searches. A live one ends without `/me/searches/stay` after 90 seconds."""
    return _mine(request)


@router.post("/me/searches", response={201: SearchOut}, **needs(Scope.CHALLENGE, Scope.READ))
def find_game(request: HttpRequest, data: SearchIn) -> Answer[SearchOut]:
    """Find a rated game against a player of about your strength.

    The game starts at once if another player is searching; else the search waits.
    """
    form = FindForm({"pace": data.pace, "reach": "" if data.reach is None else str(data.reach)})
    if not form.is_valid():
        raise Refused(_("This pace is not possible."), 422, code="bad_pace")
    search = searching.search(user_of(request), form.wanted, form.cleaned_data["reach"])
    return Answer(201, _search(search))


@router.post("/me/searches/stay", response=SearchesOut, **needs(Scope.CHALLENGE, Scope.READ))
def stay(request: HttpRequest) -> SearchesOut:
    """Say that you still wait for a live game: for 90 seconds more."""
    searching.stay(user_of(request))
    return _mine(request)


@router.delete("/me/searches/{number}", response=SearchesOut, **needs(Scope.CHALLENGE, Scope.READ))
def stop_search(
    request: HttpRequest, number: Annotated[int, Path(description="The number of the search.")]
) -> SearchesOut:
    """Stop a search; one that is over is no error."""
    searching.stop(user_of(request), row_id(number))
    return _mine(request)


def _mine(request: HttpRequest) -> SearchesOut:
    user, now = user_of(request), timezone.now()
    live = display.live(user, now)
    searches = [*([live.search] if live is not None else []), *display.waiting(user, now)]
    return SearchesOut.model_construct(searches=[_search(search) for search in searches])


def _search(search: GameSearch) -> SearchOut:
    table = search.table
    begun = table.pk if table is not None and table.started_at is not None else None
    game = search.game_id or begun
    return SearchOut.model_construct(
        id=search.pk,
        state="found" if game is not None else str(search.state),
        pace=PaceOut.model_validate(search.pace),
        reach=search.reach,
        game=game,
        created_at=search.created_at,
        expires_at=search.expires_at,
    )
