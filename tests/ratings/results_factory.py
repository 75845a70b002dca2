"""Games that are over, without playing them: `over(ada, bob)` is one that ada has won."""

from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import transaction

from accounts.models import User
from games.ratings.models import Rating
from games.ratings.recalculation import recalculate_all
from games.tables.models import Ending, Game
from games.tables.services import annulment, ending, locks
from tests.support.factories import running_game

T0 = datetime(2026, 3, 2, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def over(
    *seats: User | str,
    winner: int | None = 0,
    how: Ending = Ending.POPULAR,
    now: datetime = T0,
    turns: int = 2,
    **fields: Any,
) -> Game:
    """Return a game that has ended at `now`: rated, if all players are people.

    `turns`: those that each seat has begun; with two it has completed one.
    """
    bots = any(isinstance(seat, str) for seat in seats)
    with transaction.atomic():  # a site that runs beside it must not find it running, long overdue
        game = running_game(*seats, now=now, **{"rated": not bots, **fields})
        game.seats.update(turns=turns)
        table = locks.lock_running(game.pk, now)
        ending.finish(table, winner, Ending.DRAW if winner is None else how)
        table.game.save()
    return table.game


def rating(user: User, pool: str = "days") -> Rating:
    """Return a player's rating."""
    return Rating.objects.get(user=user, pool=pool)


def ratings() -> list[tuple[Any, ...]]:
    """Return all ratings of people, and what their games did, without what a row is called."""
    rows = (
        Rating.objects.filter(bot="")
        .order_by("pool", "user")
        .values_list(
            *("pool", "user", "value", "deviation", "volatility", "games", "opponents", "last_at")
        )
    )
    return list(rows)


def annul(game_id: int) -> None:
    """Annul a game, and recalculate what follows."""
    annulment.annul(game_id)
    recalculate_all()


def restore(game_id: int) -> None:
    """Restore a game, and recalculate what follows."""
    annulment.restore(game_id)
    recalculate_all()
