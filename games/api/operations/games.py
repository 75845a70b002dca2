"""Reading games: state, moves, record, chat, and lists of games."""

from typing import Annotated, Literal

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from ninja import Path, Query

from games.api.operations.router import router
from games.endpoints.access import Scope, answers_with, needs, user_of, viewer_of
from games.endpoints.conditional import etag_of, game_etag, not_modified
from games.endpoints.cursors import page_of
from games.endpoints.schemas import (
    GameOut,
    GamesOut,
    MessageOut,
    MessagesOut,
    MovesOut,
    MyGamesOut,
)
from games.endpoints.shown import moves_of, my_game, player_named, seen_by, summary, table_of
from games.lobby.selectors import lobby
from games.notifications.views.pictures import picture_of
from games.tables import selectors
from games.tables.models import Game
from games.tables.records import record_text
from games.tables.selectors import Seen
from games.talk.selectors import chat_messages

JSON, SVG, PNG = map(answers_with, ("application/json", "image/svg+xml", "image/png"))
MOST_MOVES = 100
MOST_GAMES = 50

GameId = Annotated[int, Path(description="The number of the game.")]
Link = Annotated[
    str, Query(max_length=64, description="The secret part of the link of a private table.")
]
Limit = Annotated[int, Query(ge=1, le=MOST_GAMES)]


@router.get("/games/{number}", tags=["Games"], response=GameOut)
def game(
    request: HttpRequest, response: HttpResponse, number: GameId, link: Link = ""
) -> HttpResponse | GameOut:
    """A game as you may see it: the board, your hand, your legal answers.

    With an `If-None-Match` the answer is a 304 as long as nothing has changed. Private games and
    hands need `read:private`.
    """
    table = seen_by(viewer_of(request), number, link)
    response["ETag"] = etag = game_etag(request, table)
    return not_modified(request, etag) or table_of(table)


@router.get("/games/{number}/moves", tags=["Games"], response=MovesOut)
def moves(
    request: HttpRequest,
    response: HttpResponse,
    number: GameId,
    after: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
    link: Link = "",
) -> HttpResponse | MovesOut:
    """What has happened after the first `after` answers, in data and in sentences."""
    table = seen_by(viewer_of(request), number, link)
    response["ETag"] = etag = game_etag(request, table)
    known = not_modified(request, etag)
    if known is not None:
        return known
    events = table.events(after)
    page = events[:MOST_MOVES]
    following = page[-1][0] if len(events) > MOST_MOVES else None
    return MovesOut.model_construct(moves=moves_of(table, page), next=following)


@router.get(
    "/games/{number}/record", tags=["Games"], openapi_extra=answers_with("application/json")
)
def record(request: HttpRequest, number: GameId, link: Link = "") -> HttpResponse:
    """The record of a game that is over: its deal and all answers (docs/notation.md)."""
    table = seen_by(viewer_of(request), number, link)
    if table.game.setup is None or not table.is_open:
        raise Http404
    etag = game_etag(request, table)
    known = not_modified(request, etag)
    if known is not None:
        return known
    return HttpResponse(record_text(table), content_type="application/json", headers={"ETag": etag})


Moment = Annotated[
    int | None,
    Query(ge=0, le=2**31 - 1, description="After so many answers; without it, now."),
]
SeatBelow = Annotated[
    int | None, Query(ge=0, le=3, description="The seat below, of a game that is over.")
]


@router.get("/games/{number}/picture.svg", tags=["Games"], openapi_extra=SVG)
def picture_svg(
    request: HttpRequest,
    number: GameId,
    seq: Moment = None,
    seat: SeatBelow = None,
    link: Link = "",
) -> HttpResponse:
    """A picture of the table as spectators saw it."""
    return _picture(request, seen_by(viewer_of(request), number, link), seq, seat, "svg")


@router.get("/games/{number}/picture.png", tags=["Games"], openapi_extra=PNG)
def picture_png(
    request: HttpRequest,
    number: GameId,
    seq: Moment = None,
    seat: SeatBelow = None,
    link: Link = "",
) -> HttpResponse:
    """The same picture in pixels."""
    return _picture(request, seen_by(viewer_of(request), number, link), seq, seat, "png")


def _picture(
    request: HttpRequest,
    table: Seen,
    seq: int | None,
    seat: int | None,
    kind: Literal["svg", "png"],
) -> HttpResponse:
    moment = table.game.seq if seq is None else seq
    return picture_of(request, table, moment, "" if seat is None else str(seat), kind)


@router.get("/games/{number}/chat", tags=["Games"], response=MessagesOut)
def chat(
    request: HttpRequest, response: HttpResponse, number: GameId, link: Link = ""
) -> HttpResponse | MessagesOut:
    """The chat of a table, without the lines of players whom you block."""
    table = seen_by(viewer_of(request), number, link)
    messages = [MessageOut.of(line) for line in chat_messages(table.game, table.user)]
    response["ETag"] = etag = etag_of(request, messages)
    return not_modified(request, etag) or MessagesOut.model_construct(messages=messages)


@router.get("/me/games", tags=["Games"], response=MyGamesOut, **needs(Scope.READ))
def my_games(request: HttpRequest) -> MyGamesOut:
    """Your tables that are open or running, invitations included, the least time left first."""
    user = user_of(request)
    games = []
    for row in selectors.active(user).prefetch_related(selectors.SEATS):
        games.append(my_game(row, list(row.seats.all()), user))
    return MyGamesOut.model_construct(games=games)


@router.get("/tables", tags=["Tables"], response=GamesOut)
def tables(request: HttpRequest, cursor: str = "", limit: Limit = MOST_GAMES) -> GamesOut:
    """The open tables that you, or anyone, can join."""
    viewer = viewer_of(request)
    joinable = lobby(viewer)
    if viewer is not None and viewer.is_bot:
        joinable = joinable.filter(Q(bots_welcome=True) | Q(creator__is_bot=True))
    rows, following = page_of(joinable, "created_at", cursor, limit)
    return _page(rows, following)


@router.get("/players/{name}/games", tags=["Games"], response=GamesOut)
def games_of_player(
    request: HttpRequest, name: str, cursor: str = "", limit: Limit = MOST_GAMES
) -> GamesOut:
    """The finished games of a player: the public ones, of your own all."""
    player = player_named(name)
    finished = selectors.finished(player)
    if player != viewer_of(request):
        finished = finished.filter(public=True)
    rows, following = page_of(finished, "finished_at", cursor, limit)
    return _page(rows, following)


def _page(rows: list[Game], following: str) -> GamesOut:
    games = [summary(row, list(row.seats.all())) for row in rows]
    return GamesOut.model_construct(games=games, next=following or None)
