"""People on ladders: `ada, bob = on_ladder("ada", "bob")` stand on places 1 and 2."""

from datetime import UTC, datetime, timedelta

from allauth.usersessions.models import UserSession
from django.db import transaction

from accounts.models import User
from games.fairplay.models import ActionKind, ModerationAction
from games.ladder import places
from games.ladder.challenges import accept, challenge
from games.ladder.history import differences
from games.ladder.models import Challenge, Rung
from games.ratings.models import Pool
from games.tables.models import Ending
from games.tables.services import ending, locks
from tests.support.factories import wakeful

T0 = datetime(2026, 3, 2, 12, tzinfo=UTC)
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def on_ladder(*names: str, pool: str = Pool.DAYS, now: datetime = T0) -> list[User]:
    """Return new players who have joined a ladder in this order, the first one at the top."""
    people = [wakeful(name, last_login=now) for name in names]
    for user in people:
        places.join(user, pool, now=now)
    return people


def order(pool: str = Pool.DAYS) -> str:
    """Return who stands on a ladder, from the top, after proving that its places have no gap."""
    rungs = list(Rung.objects.filter(ladder=pool, place__isnull=False).order_by("place"))
    assert [rung.place for rung in rungs] == list(range(1, len(rungs) + 1))
    assert differences(pool) == []
    return " ".join(rung.name for rung in rungs)


def rung(user: User, pool: str = Pool.DAYS) -> Rung:
    """Return the place of a player."""
    return Rung.objects.get(user=user, ladder=pool)


def playing(one: User, two: User, pool: str = Pool.DAYS, now: datetime = T0) -> Challenge:
    """Return a challenge of one to two, whose game runs."""
    made = challenge(one, pool, two.username, now=now)
    return accept(two, made.pk, now=now) if made.game is None else made


def end(
    made: Challenge, winner: User | None, how: Ending = Ending.POPULAR, now: datetime = T0 + DAY
) -> None:
    """End the game of a challenge: a draw without a winner."""
    assert made.game_id is not None
    with transaction.atomic():
        table = locks.lock_running(made.game_id, now)
        side = next((seat.side for seat in table.seats if seat.user == winner), None)
        ending.finish(table, side, Ending.DRAW if winner is None else how)
        table.game.save()


def break_off(made: Challenge, *late: User, now: datetime = T0 + DAY) -> None:
    """Break the game of a challenge off because some let their time pass before it began."""
    assert made.game_id is not None
    with transaction.atomic():
        table = locks.lock_running(made.game_id, now)
        sides = [seat.side for seat in table.seats if seat.user in late]
        ending.break_off(table, Ending.UNBEGUN, sides)
        table.game.save()


def here(user: User, now: datetime) -> None:
    """Make a user present on the site at a moment."""
    UserSession.objects.create(
        user=user, session_key=f"{user.pk} {now}", ip="127.0.0.1", user_agent="", last_seen_at=now
    )


def bar(user: User, days: int = 1) -> None:
    """Bar a player from rated games."""
    until = T0 + days * DAY
    ModerationAction.objects.create(player=user, what=ActionKind.BAR, until=until)
