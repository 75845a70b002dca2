"""How far others can rely on somebody: shown before a game is accepted."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.models import User
from games.ratings.models import PlayerResult
from games.tables.models import Ending, Seat, Status
from games.tables.player_facts import LATELY, Reliability


def reliability_of(users: Iterable[int], now: datetime) -> dict[int, Reliability]:
    """Return how reliable people are, by their ids, in one query; nobody is left out."""
    known = set(users)
    if not known:
        return {}
    people = User.objects.filter(pk__in=known).annotate(**counts(now))
    found = {user.pk: counted(user) for user in people.only("pk")}
    return {user: found.get(user, Reliability()) for user in known}


def counts(now: datetime, user: str = "pk") -> dict[str, Coalesce]:
    """Return what to annotate rows with, so that `counted` knows how reliable their user is.

    `user`: the column with the user's id; of people themselves if nothing is said.
    """
    played = PlayerResult.objects.filter(user=OuterRef(user), completed=True)
    dropped = Seat.objects.filter(user=OuterRef(user), dropped_at__isnull=False)
    left = Seat.objects.filter(user=OuterRef(user), abandoned_at__isnull=False)
    left, dropped = (rows.exclude(game__ending=Ending.REVOKED) for rows in (left, dropped))
    over = left.filter(game__status__in=(Status.FINISHED, Status.ABORTED))
    return {
        "games_played": _count(played),
        "games_left": _count(over),
        "games_dropped": _count(dropped.filter(abandoned_at=None)),
        "timeouts": _count(left.filter(abandoned_at__gt=now - LATELY)),
    }


def counted(row: Any) -> Reliability:
    """Return how reliable the user of a row is that was annotated with `counts`."""
    finished = share_finished(row.games_played, row.games_left + row.games_dropped)
    return Reliability(finished, row.timeouts)


def share_finished(finished: int, left: int) -> int | None:
    """Return what per cent of their games a player finished; `None` without any.

    Rounded down: a player who left one of a thousand has not finished all.
    """
    games = finished + left
    return None if games == 0 else 100 * finished // games


def _count(rows: QuerySet[Any]) -> Coalesce:
    counted = rows.order_by().values("user").annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)
