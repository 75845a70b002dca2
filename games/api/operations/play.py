"""Playing: answers, resigning, the chat."""

from typing import Annotated

from django.http import HttpRequest
from django.utils import timezone
from ninja import Path, Status

from games.api.gate import needs, user_of
from games.api.models import Scope
from games.api.operations.router import router
from games.api.schemas import AnswersIn, Done, MessageDone, MessageIn
from games.api.shown import done, seen_by
from games.tables.seats import seat_of
from games.tables.services import ending
from games.tables.services.play import submit_actions
from games.tables.services.seen import mark_seen
from games.talk.chat import say

GameId = Annotated[int, Path(description="The number of the game.")]


@router.post("/games/{number}/answers", tags=["Play"], response=Done, **needs(Scope.PLAY))
def answer(request: HttpRequest, number: GameId, data: AnswersIn) -> Done:
    """Play one or several answers, all or none: they are final.

    Legal ones are in `answers` of the game; the mulligan is one of them (`redraw`, followed by the
    cards to replace). `seq` is that of the game you have looked at: if it has changed since, the
    answer is a 409 `table_changed`. The same answers again change nothing and are no error.
    """
    user = user_of(request)
    seen_by(user, number)
    return done(submit_actions(user, number, data.answers, data.seq))


@router.post("/games/{number}/resign", tags=["Play"], response=Done, **needs(Scope.PLAY))
def resign(request: HttpRequest, number: GameId) -> Done:
    """Resign a game for your side."""
    user = user_of(request)
    seen_by(user, number)
    return done(ending.resign(user, number))


@router.post("/games/{number}/abort", tags=["Play"], response=Done, **needs(Scope.PLAY))
def abort(request: HttpRequest, number: GameId) -> Done:
    """End a game without a result, before the first turn of your side."""
    user = user_of(request)
    seen_by(user, number)
    return done(ending.abort(user, number))


@router.post("/games/{number}/look", tags=["Play"], response=Done, **needs(Scope.PLAY))
def look(request: HttpRequest, number: GameId) -> Done:
    """Say that you are at the table: the clocks of a live game wait for its players.

    Reading a game does not count as a look.
    """
    user = user_of(request)
    table = seen_by(user, number)
    mark_seen(seat_of(user, table.seats), table.game, timezone.now())
    return done(table.game)


@router.post(
    "/games/{number}/chat", tags=["Play"], response={201: MessageDone}, **needs(Scope.TALK)
)
def write(request: HttpRequest, number: GameId, data: MessageIn) -> Status[MessageDone]:
    """Write a line in the chat of a table at which you play."""
    user = user_of(request)
    seen_by(user, number)
    return Status(201, MessageDone(id=say(user, number, data.text).pk))
