"""When seasons open, start and close: whatever is due is done, twice or late too."""

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
    """Do what is due; safe to run twice, late and by several at once.

    Each season and division is a transaction of its own: one that fails is logged and holds up no
    other.
    """
    now = now or timezone.now()
    ending = Season.objects.filter(state=Season.State.RUNNING, ends_at__lte=now)
    _each("season %s could not be closed", close, _ids(ending), now)
    over = Division.objects.filter(season__state=Season.State.CLOSED, entries__place=None)
    levels = over.order_by("pk").values_list("pk", flat=True).distinct()
    _each("division %s could not be closed", close_division, levels, now)
    due = Season.objects.filter(state=Season.State.OPEN, starts_at__lte=now)
    _each("season %s could not be started", start, _ids(due), now)
    ensure_season(quarter_of(now).next)
    waiting = Fixture.objects.filter(
        game=None, outcome="", due_at__lte=now, division__season__state=Season.State.RUNNING
    )
    divisions = waiting.order_by("division").values_list("division", flat=True).distinct()
    _each("the games of division %s could not begin", begin_games, divisions, now)
    _each("the games of entry %s could not be resigned", _finish_leaving, _left(), now)


def _ids(seasons: Iterable[Season]) -> list[int]:
    return sorted(season.pk for season in seasons)


def _each(
    trouble: str, act: Callable[[int, datetime], None], ids: Iterable[int], now: datetime
) -> None:
    for pk in list(ids):
        try:
            act(pk, now)
        except Exception:
            log.exception(trouble, pk)


def _left() -> Iterable[int]:
    """Return who has withdrawn and still has a game of the season: a crash was in between."""
    owing = Fixture.objects.filter(
        Q(first__withdrawn_at__isnull=False) | Q(second__withdrawn_at__isnull=False),
        game__isnull=False,
        outcome="",
        division__season__state=Season.State.RUNNING,
    )
    found = {pk for pair in owing.values_list("first", "second") for pk in pair}
    return SeasonEntry.objects.filter(
        pk__in=found, withdrawn_at__isnull=False, user__isnull=False
    ).values_list("pk", flat=True)


def _finish_leaving(entry_id: int, now: datetime) -> None:
    entry = SeasonEntry.objects.select_related("user").get(pk=entry_id)
    own = Fixture.objects.filter(Q(first=entry) | Q(second=entry), game__isnull=False, outcome="")
    if entry.user is not None:
        resign_all(entry.user, [one.game_id for one in own if one.game_id is not None], now)
