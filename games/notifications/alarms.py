"""Alarms: whose time is running short.

`Game.alarm_at` says when a game's next alarm is due. A change of the clock makes it due at once
(`timekeeping.clocks.keep`); so does a change of its player's preferences. The task then visits the
game, and stores when to come again: games in which nothing is due cost nothing.
"""

import logging
from collections.abc import Iterator, Sequence
from datetime import datetime
from time import monotonic
from typing import NamedTuple

from django.db import DatabaseError, transaction
from django.utils import timezone

from accounts.models import User
from games.clock import Clock, alarms
from games.notifications.notifications import TimeRunsShort
from games.notifications.preferences import settings_of
from games.notifications.record import note
from games.tables.models import Game, Seat, Status
from games.tables.timekeeping import outages
from games.tables.timekeeping.clocks import LockedTable, weeks_of

log = logging.getLogger(__name__)

ALARMED = "alarm {game} {turn} {share}"
"""The key of an alarm. `turn` counts the turns of the game, because one turn has several moves."""

RUN_SECONDS = 30
"""Then the rest waits for the next run: a task may run for 60 (`CELERY_TASK_TIME_LIMIT`)."""

MOST = 10_000
"""Games of a run."""


class Moment(NamedTuple):
    """When so many per cent of a player's time are left."""

    share: int
    at: datetime
    key: str


def sound_alarms(now: datetime | None = None) -> int:
    """Note the alarms whose moment has come, each once a turn; return how many.

    Not in live games, whose clocks are in sight. If two have come since the last time, only the
    more pressing one sounds.
    """
    now = now or timezone.now()
    outages.notice(now)
    stop = monotonic() + RUN_SECONDS
    sounded = 0
    due = Game.objects.filter(alarm_at__lte=now).order_by("alarm_at", "pk")
    for pk in list(due.values_list("pk", flat=True)[:MOST]):
        if monotonic() >= stop:
            break
        sounded += _visit_safely(pk, now)
    return sounded


def sound_anew(user: User, now: datetime) -> None:
    """Let the alarms of a user's games follow their new wishes."""
    asked = Seat.objects.filter(asked=True)
    theirs = asked.filter(user=user, played_by=None) | asked.filter(played_by=user)
    games = Game.objects.filter(status=Status.RUNNING, live=False, deadline__isnull=False)
    games.filter(pk__in=theirs.values("game")).update(alarm_at=now)


def _visit_safely(pk: int, now: datetime) -> int:
    """Visit a game; one that can't be read stops no other one's alarm."""
    try:
        return _visit(pk, now)
    except DatabaseError:  # it would be the same with the next one
        raise
    except Exception:
        log.exception("could not sound the alarms of game %s", pk)
        return 0


def _visit(pk: int, now: datetime) -> int:
    """Sound what is due in one game, and store when its next alarm is; return how many sounded."""
    with transaction.atomic():
        game = Game.objects.select_for_update().defer("snapshot", "setup").get(pk=pk)
        if game.alarm_at is None or game.alarm_at > now:  # it went on in the meantime
            return 0
        game.alarm_at, sounded = None, 0
        if game.status == Status.RUNNING and game.deadline is not None and not game.live:
            seats = list(
                game.seats.select_related(
                    "user__notification_settings", "played_by__notification_settings"
                )
            )
            outages.catch_up(LockedTable(game, seats, now))
            to_come = [list(_to_come(game, seat, seats)) for seat in seats]
            sounded = sum(_sound(game, seat, to_come[seat.number], now) for seat in seats)
            later = [moment.at for moments in to_come for moment in moments if moment.at > now]
            game.alarm_at = min(later, default=None)
        game.save(update_fields=["alarm_at"])
    return sounded


def _to_come(game: Game, seat: Seat, seats: Sequence[Seat]) -> Iterator[Moment]:
    """Yield the alarms of a seat that may still sound in this turn, the most pressing one first."""
    player = seat.player
    if not seat.asked or player is None or player.is_guest or game.clock is None:
        return
    side = Clock.from_json(game.clock).sides[seat.side]
    if side.since is None or side.deadline is None:
        return
    [week] = weeks_of([seat])
    turn = sum(seat.turns for seat in seats)
    moments = alarms(week, side.since, side.deadline, settings_of(player).alarms)
    keys = {share: ALARMED.format(game=game.pk, turn=turn, share=share) for share in moments}
    sounded = set(player.notifications.filter(key__in=keys.values()).values_list("key", flat=True))
    for share, at in sorted(moments.items()):
        if keys[share] in sounded:
            return
        yield Moment(share, at, keys[share])


def _sound(game: Game, seat: Seat, moments: Sequence[Moment], now: datetime) -> bool:
    due = next((moment for moment in moments if moment.at <= now), None)
    if due is None:
        return False
    note(
        seat.player,
        TimeRunsShort,
        due.key,
        game,
        game.seq,
        now=now,
        seat=seat.number,
        share=due.share,
    )
    return True
