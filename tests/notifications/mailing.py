"""A game in which it is Ada's turn again, and the notification that says so."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from accounts.models import User
from engine import Event
from engine import Game as Engine
from engine.events import TurnStarted
from games.notifications.channels import MAIL
from games.notifications.clock_changes import ClocksChanged, TurnGoesOn
from games.notifications.kinds import NotificationKind
from games.notifications.models import Delivery, Notification
from games.notifications.notifications import (
    AskedAnew,
    SeatAbandoned,
    TimeRunsShort,
    YourTurn,
)
from games.tables.models import Game, Seat, Void
from games.tables.services.play import engine_game
from games.tables.table_events import TableEvent, TableEventKind
from tests.support.courses import play_on
from tests.support.factories import LONGEST, answer, running_game

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)

GIVEN = TableEvent(TableEventKind.GIVEN, NOON, 5, by=1, seat=0, hours=24).to_json()
SAMPLE_DATA: dict[type[NotificationKind], dict[str, Any]] = {
    TimeRunsShort: {"share": 20},
    SeatAbandoned: {"abandoned": 1},
    TurnGoesOn: {"event": GIVEN},
    ClocksChanged: {"event": GIVEN},
    AskedAnew: {"own_turn": True, "void": Void.DRAFT.value},
}


def game_of(ada: User, bob: User, turns: int = 3, **fields: Any) -> Game:
    """Return a running game in which the seat of `ada` has begun that many turns and is asked.

    She looked at the table for the last time when she answered last.
    """
    game = running_game(ada, bob, **fields)
    number = seat_of(game, ada).number

    def is_where_it_is_wanted(played: Engine, events: Sequence[Event]) -> bool:
        begun = sum(isinstance(event, TurnStarted) and event.seat == number for event in events)
        return begun >= turns and any(number in asked.seats for asked in played.pending)

    if not is_where_it_is_wanted(engine_game(game), ()):
        play_on(game, LONGEST, until=is_where_it_is_wanted)
        game = answer(game)
    last = game.moves.filter(seat=number).last()
    game.seats.filter(user=ada).update(seen_seq=last.seq if last else 0)
    game.refresh_from_db()
    return game


def seat_of(game: Game, user: User) -> Seat:
    """Return the seat of a user as it is now."""
    return game.seats.select_related("user", "game").get(user=user)


def notification_of(
    user: User,
    game: Game | None,
    kind: type[NotificationKind] = YourTurn,
    at: datetime = NOON,
    **data: Any,
) -> Notification:
    """Return a notification, with some data if its kind needs it."""
    data = {**SAMPLE_DATA.get(kind, {}), **data}
    seq = game.seq if game else 0
    key = f"test {kind.key} {game and game.pk} {seq}"
    return Notification.objects.create(
        user=user, game=game, kind=kind.key, key=key, seq=seq, data=data, at=at
    )


def delivery_of(notification: Notification, channel: str = MAIL) -> Delivery:
    """Return the delivery of a notification, by mail if nothing is said."""
    return Delivery.objects.create(
        notification=notification, channel=channel, due_at=notification.at
    )
