"""Reliability of players: how many of their games they finish."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import Count, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from accounts.models import User
from games.ratings.models import PlayerResult
from games.tables.models import Ending, Seat, Status
from games.tables.player_facts import LATELY, Reliability


def reliability_of(users: Iterable[int], now: datetime) -> dict[int, Reliability]:
    """Return the reliability of users by id, in one query; every user has an entry."""
    ids = set(users)
    if not ids:
        return {}
    people = User.objects.filter(pk__in=ids).annotate(**counts(now - LATELY))
    by_user = {user.pk: counted(user) for user in people.only("pk")}
    return {user: by_user.get(user, Reliability()) for user in ids}


def counts(lately: datetime | Combinable, user: str = "pk") -> dict[str, Coalesce]:
    """Return annotations from which `counted` computes the reliability of a row's user.

    `lately`: the time since which games that were left count apart, `LATELY` before now. `user`:
    the column with the user's id; by default the rows are users.
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
        "timeouts": _count(left, Q(abandoned_at__gt=lately)),
    }


def counted(row: Any) -> Reliability:
    """Return the reliability of the user of a row annotated with `counts`."""
    finished = share_finished(row.games_played, row.games_left + row.games_dropped)
    return Reliability(finished, row.timeouts)


def share_finished(finished: int, left: int) -> int | None:
    """Return the percentage of games a player finished; `None` without any.

    Rounded down, so that only a player who finished all games has 100.
    """
    games = finished + left
    return None if games == 0 else 100 * finished // games


def _count(rows: QuerySet[Any], counts: Q | None = None) -> Coalesce:
    counted = rows.order_by().values("user").annotate(count=Count("pk", filter=counts))
    counted = counted.values("count")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)
