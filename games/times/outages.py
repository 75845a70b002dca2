"""Times in which nobody minded the clocks: they are given back to everybody."""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import batched

from django.db import transaction
from django.db.models import Prefetch

from games import clock as arithmetic
from games.models import Game, Heartbeat, Outage, Seat, Status
from games.times.clocks import CLOCK_FIELDS, clock_of, keep, weeks_of_sides

CLOCKS = "clocks"
"""Of `Heartbeat`: when the clocks were last minded."""
LONGEST_SILENCE = timedelta(minutes=3)
AT_ONCE = 500
"""Games that are read and written together."""
PLAYERS = Prefetch("seats", queryset=Seat.objects.select_related("user", "played_by"))

log = logging.getLogger(__name__)


def beat(now: datetime) -> None:
    """Remember that the clocks are minded."""
    _beat, new = Heartbeat.objects.get_or_create(worker=CLOCKS, defaults={"at": now})
    if not new:
        Heartbeat.objects.filter(worker=CLOCKS, at__lt=now).update(at=now)


def give_back(now: datetime) -> Outage | None:
    """Give everybody the time back in which the clocks were not minded, if that was long; once.

    Before anybody is found late this must have been asked, by the sweep and by every move.
    """
    silent = Heartbeat.objects.filter(worker=CLOCKS, at__lt=now - LONGEST_SILENCE)
    if not silent.exists():
        return None
    with transaction.atomic():
        found = silent.select_for_update().first()
        if found is None:  # somebody else was quicker
            return None
        outage = Outage.objects.create(start=found.at, end=now)
        running = Game.objects.filter(status=Status.RUNNING, pace__isnull=False)
        due = running.order_by("pk").values_list("pk", flat=True)
        for chunk in batched(list(due), AT_ONCE):
            outage.games += _give_back(chunk, outage)
        outage.save(update_fields=["games"])
        found.at = now
        found.save(update_fields=["at"])
    log.warning("%s is given back in %d games", outage, outage.games)
    return outage


def _give_back(game_ids: Sequence[int], outage: Outage) -> int:
    """Give the time back in some running games; return in how many somebody owed an answer.

    Open pages are not told: they look again when their sockets come back.
    """
    games = Game.objects.select_for_update().filter(pk__in=game_ids, status=Status.RUNNING)
    changed = []
    for game in games.order_by("pk").defer("snapshot", "setup").prefetch_related(PLAYERS):
        seats = list(game.seats.all())
        clock = clock_of(game, seats)
        if clock is None:
            continue
        longer = arithmetic.outage(clock, weeks_of_sides(seats), outage.start, outage.end)
        if longer != clock:
            keep(game, longer)
            game.version += 1
            changed.append(game)
    Game.objects.bulk_update(changed, [*CLOCK_FIELDS, "version"])
    return len(changed)
