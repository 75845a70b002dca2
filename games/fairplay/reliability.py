"""How far others can rely on somebody: shown before a game is accepted."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.models import Ending, Result, Seat, Status

LATELY = timedelta(days=60)
"""As long as a time-out is shown by itself."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """`finished`: per cent of their games played to an end, `None` before the first; `timeouts`:
    games in which they let their time pass in the last 60 days.
    """

    finished: int | None = None
    timeouts: int = 0

    def __str__(self) -> str:
        days = LATELY.days
        if self.finished is None and not self.timeouts:
            return _("no games yet")
        if not self.timeouts:
            return _("%(share)d %% finished in time") % {"share": self.finished}
        if self.finished is None:
            said = ngettext(
                "%(n)d time-out in %(days)d days", "%(n)d time-outs in %(days)d days", self.timeouts
            )
            return said % {"n": self.timeouts, "days": days}
        said = ngettext(
            "%(share)d %% finished in time, %(n)d time-out in %(days)d days",
            "%(share)d %% finished in time, %(n)d time-outs in %(days)d days",
            self.timeouts,
        )
        return said % {"share": self.finished, "n": self.timeouts, "days": days}


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
    played = Result.objects.filter(user=OuterRef(user))
    left = Seat.objects.filter(user=OuterRef(user), abandoned_at__isnull=False)
    left = left.exclude(game__ending=Ending.REVOKED)
    over = left.filter(game__status__in=(Status.FINISHED, Status.ABORTED))
    return {
        "games_played": _count(played),
        "games_left": _count(over),
        "games_annulled": _count(over.filter(game__status=Status.ABORTED)),
        "timeouts": _count(left.filter(abandoned_at__gt=now - LATELY)),
    }


def counted(row: Any) -> Reliability:
    """Return how reliable the user of a row is that was annotated with `counts`."""
    finished = share_finished(row.games_played + row.games_annulled, row.games_left)
    return Reliability(finished, row.timeouts)


def share_finished(games: int, left: int) -> int | None:
    """Return how many per cent of their games somebody played on to an end, resigning included.

    `games`: that counted, and those that were annulled for an absence; `left`: that they let their
    time pass in. Rounded down: who left one of a thousand has not finished all.
    """
    return None if games == 0 else 100 * max(0, games - left) // games


def _count(rows: QuerySet[Any]) -> Coalesce:
    counted = rows.order_by().values("user").annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)
