"""Periodic runner: opens, starts and closes seasons when they are due."""

import logging
from collections.abc import Callable, Iterable
from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from games.seasons.enrolment import ensure_season, resign_all
from games.seasons.lifecycle import begin_games, close, close_division, start
from games.seasons.models import Division, Fixture, Season, SeasonEntry
from games.seasons.quarters import quarter_of

log = logging.getLogger(__name__)


def run_seasons(now: datetime | None = None) -> None:
    """Do everything that is due; idempotent and safe to run concurrently.

    Each season and division has its own transaction; a failure is logged and affects no other.
    """
    now = now or timezone.now()
    ending = Season.objects.filter(state=Season.State.RUNNING, ends_at__lte=now)
    _each("could not close season %s", close, _ids(ending), now)
    over = Division.objects.filter(season__state=Season.State.CLOSED, entries__place=None)
    levels = over.order_by("pk").values_list("pk", flat=True).distinct()
    _each("could not close division %s", close_division, levels, now)
    due = Season.objects.filter(state=Season.State.OPEN, starts_at__lte=now)
    _each("could not start season %s", start, _ids(due), now)
    ensure_season(quarter_of(now).next)
    waiting = Fixture.objects.filter(
        game=None, outcome="", due_at__lte=now, division__season__state=Season.State.RUNNING
    )
    divisions = waiting.order_by("division").values_list("division", flat=True).distinct()
    _each("could not start the games of division %s", begin_games, divisions, now)
    _each("could not resign the games of entry %s", _finish_leaving, _with_unresigned_games(), now)


def _ids(seasons: Iterable[Season]) -> list[int]:
    return sorted(season.pk for season in seasons)


def _each(
    message: str, act: Callable[[int, datetime], None], ids: Iterable[int], now: datetime
) -> None:
    for pk in list(ids):
        try:
            act(pk, now)
        except Exception:
            log.exception(message, pk)


def _with_unresigned_games() -> Iterable[int]:
    """Return withdrawn entries that still have running games, left over by a crash."""
    fixtures = Fixture.objects.filter(
        Q(first__withdrawn_at__isnull=False) | Q(second__withdrawn_at__isnull=False),
        game__isnull=False,
        outcome="",
        division__season__state=Season.State.RUNNING,
    )
    entries = {pk for pair in fixtures.values_list("first", "second") for pk in pair}
    return SeasonEntry.objects.filter(
        pk__in=entries, withdrawn_at__isnull=False, user__isnull=False
    ).values_list("pk", flat=True)


def _finish_leaving(entry_id: int, now: datetime) -> None:
    entry = SeasonEntry.objects.select_related("user").get(pk=entry_id)
    own = Fixture.objects.filter(Q(first=entry) | Q(second=entry), game__isnull=False, outcome="")
    if entry.user is not None:
        resign_all(
            entry.user, [fixture.game_id for fixture in own if fixture.game_id is not None], now
        )
