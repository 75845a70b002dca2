"""Playing: answers, resigning, proposals, the chat."""

from typing import Annotated

from django.http import HttpRequest
from django.utils import timezone
from ninja import Path, Status

from games.api.operations.router import router
from games.endpoints.access import Scope, needs
from games.endpoints.schemas import (
    AnswersIn,
    Done,
    MessageDone,
    MessageIn,
    ProposalIn,
    TimeIn,
)
from games.endpoints.shown import done, locked_table, seen_by
from games.tables.models import ProposalKind
from games.tables.seats import seat_of
from games.tables.services import agreements, ending, standstill, takeover
from games.tables.services.play import submit_actions
from games.tables.services.seen import mark_seen
from games.talk.chat import say

GameId = Annotated[int, Path(description="The number of the game.")]


# A refusal tells what is legal, and so what is in the hand.
@router.post(
    "/games/{number}/answers", tags=["Play"], response=Done, **needs(Scope.PLAY, Scope.READ)
)
def answer(request: HttpRequest, number: GameId, data: AnswersIn) -> Done:
    """Play one or several answers, all or none: they are final.

    Legal ones are in `answers` of the game; the mulligan is one of them (`redraw`, followed by the
    cards to replace). `seq` is that of the game you have looked at: if it has changed since, the
    answer is a 409 `table_changed`. The same answers again change nothing and are no error.
    """
    user, _table = locked_table(request, number)
    return done(submit_actions(user, number, data.answers, data.seq))


@router.post("/games/{number}/resign", tags=["Play"], response=Done, **needs(Scope.PLAY))
def resign(request: HttpRequest, number: GameId) -> Done:
    """Resign a game for your side."""
    user, _table = locked_table(request, number)
    return done(ending.resign(user, number))


@router.post("/games/{number}/abort", tags=["Play"], response=Done, **needs(Scope.PLAY))
def abort(request: HttpRequest, number: GameId) -> Done:
    """End a game without a result, before the first turn of your side."""
    user, _table = locked_table(request, number)
    return done(ending.abort(user, number))


@router.post("/games/{number}/look", tags=["Play"], response=Done, **needs(Scope.PLAY))
def look(request: HttpRequest, number: GameId) -> Done:
    """Say that you are at the table: the clocks of a live game wait for its players.

    Reading a game does not count as a look.
    """
    user, table = locked_table(request, number)
    mark_seen(seat_of(user, table.seats), table.game, timezone.now())
    return done(table.game)


@router.post("/games/{number}/proposal", tags=["Play"], response=Done, **needs(Scope.PLAY))
def propose(request: HttpRequest, number: GameId, data: ProposalIn) -> Done:
    """Propose a pause, its end, or another clock to the other side; bots agree at once."""
    user, _table = locked_table(request, number)
    pace = data.pace.clock() if data.pace else None
    agreements.propose(user, number, ProposalKind(data.kind), pace)
    return done(seen_by(user, number).game)


@router.post("/games/{number}/proposal/accept", tags=["Play"], response=Done, **needs(Scope.PLAY))
def accept_proposal(request: HttpRequest, number: GameId) -> Done:
    """Accept the proposal of the other side."""
    user, _table = locked_table(request, number)
    return done(agreements.accept_proposal(user, number))


@router.delete("/games/{number}/proposal", tags=["Play"], response=Done, **needs(Scope.PLAY))
def decline_proposal(request: HttpRequest, number: GameId) -> Done:
    """Decline the proposal of the other side, or withdraw that of your own."""
    user, _table = locked_table(request, number)
    return done(agreements.decline_proposal(user, number))


@router.post("/games/{number}/time", tags=["Play"], response=Done, **needs(Scope.PLAY))
def give_time(request: HttpRequest, number: GameId, data: TimeIn) -> Done:
    """Give the other side of a correspondence game more time."""
    user, _table = locked_table(request, number)
    return done(agreements.give_time(user, number, data.hours))


@router.post("/games/{number}/draw", tags=["Play"], response=Done, **needs(Scope.PLAY))
def claim_draw(request: HttpRequest, number: GameId) -> Done:
    """End a game as a draw, if no disc has moved for long enough."""
    user, _table = locked_table(request, number)
    return done(standstill.claim_draw(user, number))


@router.post("/games/{number}/takeover", tags=["Play"], response=Done, **needs(Scope.PLAY))
def take_over(request: HttpRequest, number: GameId) -> Done:
    """Play on for your teammate, who has run out of time."""
    user, _table = locked_table(request, number)
    return done(takeover.take_over(user, number))


@router.post(
    "/games/{number}/chat", tags=["Play"], response={201: MessageDone}, **needs(Scope.TALK)
)
def write(request: HttpRequest, number: GameId, data: MessageIn) -> Status[MessageDone]:
    """Write a line in the chat of a table at which you play."""
    user, _table = locked_table(request, number)
    return Status(201, MessageDone(id=say(user, number, data.text).pk))
