"""What a player keeps about a game of the own: the plan, the notes, how insistently it notifies."""

from typing import Annotated

from django.db import transaction
from django.http import HttpRequest
from ninja import Path

from accounts.models import User
from games.api.operations.router import router
from games.endpoints.access import Scope, needs, user_of
from games.endpoints.schemas import LevelIn, LevelOut, NotesIn, NotesOut, PlanIn, PlanOut
from games.endpoints.shown import locked_table, seen_by, sentences_of
from games.tables.seats import seat_of
from games.tables.selectors import Seen
from games.tables.services import plans
from games.tables.services.drafts import play_draft
from games.tables.services.notification_level import set_notification_level
from games.talk.notes import keep_notes

GameId = Annotated[int, Path(description="The number of the game.")]


@router.get("/games/{number}/plan", tags=["Own"], response=PlanOut, **needs(Scope.READ))
def plan(request: HttpRequest, number: GameId) -> PlanOut:
    """Your plan, and what you could plan next: in a game imagined from what you can see.

    While you are not waiting for others there is nothing to plan: `options` is empty.
    """
    user = user_of(request)
    return _plan(user, seen_by(user, number))


@router.put("/games/{number}/plan", tags=["Own"], response=PlanOut, **needs(Scope.PLAY, Scope.READ))
def keep_plan(request: HttpRequest, number: GameId, data: PlanIn) -> PlanOut:
    """Plan your next turn while others play: the table offers it when your turn has come.

    A new plan replaces the old one. No other player is told, and nothing is played by itself.
    """
    user, _table = locked_table(request, number)
    with transaction.atomic():
        plans.undo_plan(user, number, everything=True)
        for action in data.answers:
            plans.add_to_plan(user, number, action)
        plans.keep_plan(user, number)
    return _plan(user, seen_by(user, number))


@router.delete(
    "/games/{number}/plan", tags=["Own"], response=PlanOut, **needs(Scope.PLAY, Scope.READ)
)
def discard_plan(request: HttpRequest, number: GameId) -> PlanOut:
    """Forget your plan."""
    user, _table = locked_table(request, number)
    plans.discard_plan(user, number)
    return _plan(user, seen_by(user, number))


@router.get("/games/{number}/notes", tags=["Own"], response=NotesOut, **needs(Scope.READ))
def notes(request: HttpRequest, number: GameId) -> NotesOut:
    """Your notes on a game at which you play."""
    user = user_of(request)
    return NotesOut(notes=seat_of(user, seen_by(user, number).seats).notes)


@router.put(
    "/games/{number}/notes", tags=["Own"], response=NotesOut, **needs(Scope.PLAY, Scope.READ)
)
def write_notes(request: HttpRequest, number: GameId, data: NotesIn) -> NotesOut:
    """Write your notes on a game at which you play."""
    user, _table = locked_table(request, number)
    keep_notes(user, number, data.notes)
    return NotesOut(notes=data.notes)


@router.put("/games/{number}/notifications", tags=["Own"], response=LevelOut, **needs(Scope.NOTIFY))
def set_level(request: HttpRequest, number: GameId, data: LevelIn) -> LevelOut:
    """Set how insistently a game of yours notifies you."""
    user, _table = locked_table(request, number)
    set_notification_level(user, number, data.level)
    return LevelOut(level=data.level)


def _plan(user: User, table: Seen) -> PlanOut:
    """Return the plan of the viewer's seat; raises `Refused` for a spectator."""
    seat = seat_of(user, table.seats)
    kept = plans.Plan.of(seat)
    if not plans.can_plan(table.game, table.own, user):
        return PlanOut(answers=list(kept.actions), kept=kept.kept, sentences=[], options=[])
    ahead = plans.ahead_of(table.engine, seat)
    actions = plans.legal(ahead, seat.number, kept.actions)
    decision = play_draft(ahead, seat.number, actions).decision
    return PlanOut(
        answers=list(actions),
        kept=kept.kept and actions == kept.actions,
        sentences=[
            sentences_of(table, events) for events in plans.steps_of(ahead, seat.number, actions)
        ],
        options=[] if decision is None else list(decision.options or ()),
    )
