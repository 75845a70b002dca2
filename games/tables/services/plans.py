"""Plans: turns that a player tries on the table as it stands while waiting for other players.

A plan is played in a game imagined from the view of its seat, as if its turn began now: the truth
is never looked at. It is private like a draft: it changes no version and notifies no one. A plan
that is kept is offered when the turn has come, and becomes the draft if it is still legal.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Self, TypedDict

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from engine import EngineError, Event
from engine import Game as EngineGame
from engine.public_types import EventData
from games.tables.models import Game, Seat, Status
from games.tables.seats import own_seat
from games.tables.services.drafts import add_legal, imagined, play_draft
from games.tables.services.locks import lock_running
from games.tables.services.play import TABLE_CHANGED, engine_game

IN_OWN_TURN = ("turn", "order")
"""The kinds of decisions at which a kept plan is offered."""


class PlanData(TypedDict, total=False):
    """A plan as the row of its seat keeps it; empty for none."""

    actions: list[str]
    kept: bool
    then: list[Sequence[EventData]]


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a seat.

    `kept`: whether it is offered in the seat's turn. `then`: the events of each of its answers as
    they were imagined when it was kept, as JSON.
    """

    actions: tuple[str, ...] = ()
    kept: bool = False
    then: tuple[Sequence[EventData], ...] = ()

    @classmethod
    def of(cls, seat: Seat) -> Self:
        """Return the plan of a seat; an empty one if it has none."""
        empty: PlanData = {}
        data: PlanData = seat.plan or empty
        return cls(
            tuple(data.get("actions", ())), data.get("kept", False), tuple(data.get("then", ()))
        )

    def to_json(self) -> PlanData:
        """Return it for its seat's row; nothing for an empty plan."""
        if not self.actions:
            return {}
        return {"actions": list(self.actions), "kept": self.kept, "then": list(self.then)}


def can_plan(game: Game, seat: Seat | None, user: User | None) -> bool:
    """Whether a user can plan for their seat: while the game waits for other players."""
    if seat is None or user is None or seat.user_id != user.pk or seat.played_by_id is not None:
        return False
    is_turn = game.snapshot is not None and not game.snapshot["mulligan"]
    return game.status == Status.RUNNING and is_turn and not seat.asked


def ahead_of(played: EngineGame, seat: Seat) -> EngineGame:
    """Return the game as a seat can imagine it, as if its turn began now."""
    return EngineGame.imagined_turn(played.view(seat.number))


def legal(ahead: EngineGame, number: int, actions: Sequence[str]) -> tuple[str, ...]:
    """Return the first answers of a plan that are legal in an imagined game."""
    for count in range(len(actions), 0, -1):
        try:
            play_draft(ahead, number, actions[:count])
        except (EngineError, Refused):
            continue
        return tuple(actions[:count])
    return ()


def steps_of(ahead: EngineGame, number: int, actions: Sequence[str]) -> list[tuple[Event, ...]]:
    """Return the events of each answer, as far as its seat can know them."""
    steps, done = [], 0
    for count in range(1, len(actions) + 1):
        events = play_draft(ahead, number, actions[:count]).events
        steps.append(events[done:])
        done = len(events)
    return steps


def add_to_plan(
    user: User, game_id: int, action: str, *, steps: int | None = None, ticked: Collection[str] = ()
) -> Game:
    """Try an answer more; `steps` and `ticked` as for drafts. Raises `Refused`."""
    with transaction.atomic():
        game, seat, ahead = _locked(user, game_id)
        actions = legal(ahead, seat.number, Plan.of(seat).actions)
        if steps is not None and steps != len(actions):
            return game
        _keep(seat, Plan(tuple(add_legal(ahead, seat.number, actions, action, ticked))))
    return game


def undo_plan(user: User, game_id: int, everything: bool = False) -> Game:
    """Undo the last answer of the plan, or all; raises `Refused`."""
    with transaction.atomic():
        game, seat, ahead = _locked(user, game_id)
        actions = legal(ahead, seat.number, Plan.of(seat).actions)
        _keep(seat, Plan(() if everything else actions[:-1]))
    return game


def keep_plan(user: User, game_id: int) -> Game:
    """Have the plan offered when the turn has come; raises `Refused`."""
    with transaction.atomic():
        game, seat, ahead = _locked(user, game_id)
        actions = legal(ahead, seat.number, Plan.of(seat).actions)
        then = [
            [event.to_json() for event in events]
            for events in steps_of(ahead, seat.number, actions)
        ]
        _keep(seat, Plan(actions, bool(actions), tuple(then)))
    return game


def use_plan(user: User, game_id: int) -> Game:
    """Make the kept plan the draft of the turn that has come; raises `Refused`."""
    with transaction.atomic():
        game, seat = _own(user, game_id, timezone.now())
        plan = Plan.of(seat)
        ahead = imagined(engine_game(game), seat)
        if not seat.asked or not plan.kept or seat.sends_at is not None:
            raise Refused(TABLE_CHANGED, code="table_changed")
        if legal(ahead, seat.number, plan.actions) != plan.actions:
            raise Refused(_("Your plan isn't possible any more."))
        seat.draft, seat.draft_seq, seat.plan = list(plan.actions), game.seq, {}
        seat.save(update_fields=["draft", "draft_seq", "plan"])
    return game


def discard_plan(user: User, game_id: int) -> Game:
    """Forget the plan; raises `Refused`."""
    with transaction.atomic():
        game, seat = _own(user, game_id, timezone.now())
        _keep(seat, Plan())
    return game


def _own(user: User, game_id: int, now: datetime) -> tuple[Game, Seat]:
    table = lock_running(game_id, now)
    seat = own_seat(table.seats, user)
    if seat is None or seat.played_by_id is not None:
        raise Refused(_("You are not playing at this table."), 403, code="not_playing")
    return table.game, seat


def _locked(user: User, game_id: int) -> tuple[Game, Seat, EngineGame]:
    game, seat = _own(user, game_id, timezone.now())
    if not can_plan(game, seat, user):
        raise Refused(TABLE_CHANGED, code="table_changed")
    return game, seat, ahead_of(engine_game(game), seat)


def _keep(seat: Seat, plan: Plan) -> None:
    seat.plan = plan.to_json()
    seat.save(update_fields=["plan"])
