"""Streams: what happens, as it happens."""

from typing import Annotated

from ninja import Path, Query

from common.live_response import LiveResponse
from games.api.gate import ApiRequest
from games.api.operations.router import router
from games.api.streams.mine import MyStream
from games.api.streams.of_game import GameStream
from games.api.streams.stream import answer
from games.endpoints.access import Extra, Scope, needs, viewer_of
from games.endpoints.schemas import GameLine, StreamLine
from games.endpoints.shown import seen_by

LINES: Extra = {"x-lines": True}
"""Says in the description that the answer is many lines of this shape."""


@router.get("/stream", tags=["Streams"], response=StreamLine, **needs(Scope.READ, **LINES))
def my_stream(
    request: ApiRequest,
    since: Annotated[str, Query(max_length=900, description="The `id` of the last line.")] = "",
) -> LiveResponse:
    """What concerns you, as it happens: games start, wait for you and end, challenges, messages.

    Lines of JSON, empty ones as heartbeats every 7 seconds. The first line is `ready`: what comes
    after it is not lost, so read `/me/games` then. After an interruption `since` goes on behind the
    last line: nothing is lost, nothing comes twice. `game` is as you may see it now.
    """
    return answer(request, MyStream(request, since))


@router.get("/games/{number}/stream", tags=["Streams"], response=GameLine, openapi_extra=LINES)
def game_stream(
    request: ApiRequest,
    number: Annotated[int, Path(description="The number of the game.")],
    since: Annotated[
        int | None, Query(ge=0, le=2**31 - 1, description="The `id` of the last line.")
    ] = None,
    link: Annotated[
        str, Query(max_length=64, description="The secret part of the link of a private table.")
    ] = "",
) -> LiveResponse:
    """The moves of a game as you may see them, and where the game stands after them.

    Lines of JSON, empty ones as heartbeats every 7 seconds. It begins with where the game stands
    now, or with the moves after `since`, and ends with the game. Private games need `read:private`.
    """
    table = seen_by(viewer_of(request), number, link)
    return answer(request, GameStream(request, table, link, since))
