"""Alarms: whose time is running short."""

from collections.abc import Collection, Iterator
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import OuterRef, Subquery, Sum
from django.utils import timezone

from games.clock import Clock, alarms
from games.models import Game, Seat, Status
from games.nudges.models import Happening, Nudge
from games.nudges.record import note
from games.nudges.wishes import settings_of
from games.times.clocks import weeks_of

ALARMED = "alarm {game} {turn} {share}"
"""The key of an alarm. `turn` counts the turns of the game, because one turn has several moves."""


class Due(NamedTuple):
    """An alarm whose moment has come."""

    seat: Seat
    share: int
    key: str


def sound_alarms(now: datetime | None = None) -> int:
    """Note the alarms whose moment has come, each once a turn; return how many.

    Not in live games, whose clocks are in sight. If two have come since the last time, only the
    more pressing one sounds.
    """
    now = now or timezone.now()
    sounded = set(
        Nudge.objects.filter(what=Happening.TIME, game__status=Status.RUNNING).values_list(
            "user_id", "key"
        )
    )
    return sum(_sound(due, now) for due in _due(sounded, now))


def _due(sounded: Collection[tuple[int, str]], now: datetime) -> Iterator[Due]:
    turns = Seat.objects.filter(game=OuterRef("game")).order_by().values("game")
    asked = Seat.objects.filter(
        asked=True,
        bot="",
        game__status=Status.RUNNING,
        game__live=False,
        game__deadline__isnull=False,
        game__clock__isnull=False,
    )
    seats = (
        asked.select_related("user__nudge_settings", "played_by__nudge_settings", "game")
        .defer("game__snapshot", "game__setup")
        .annotate(turn=Subquery(turns.annotate(all=Sum("turns")).values("all")))
        .order_by("game__deadline")
    )
    for seat in seats.iterator(chunk_size=500):
        who = seat.player
        if who is None or who.is_guest:
            continue
        # From the most pressing one on.
        for share, moment in sorted(_moments(seat).items()):
            key = ALARMED.format(game=seat.game_id, turn=seat.turn, share=share)
            if (who.pk, key) in sounded:
                break
            if moment <= now:
                yield Due(seat, share, key)
                break


def _moments(seat: Seat) -> dict[int, datetime]:
    assert seat.player is not None
    side = Clock.from_json(seat.game.clock).sides[seat.side]
    if side.since is None or side.deadline is None:
        return {}
    [week] = weeks_of([seat])
    return alarms(week, side.since, side.deadline, settings_of(seat.player).alarms)


def _sound(due: Due, now: datetime) -> bool:
    """Note it, unless the game has gone on since it was looked up."""
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=due.seat.game_id)
        if game.status != Status.RUNNING or game.clock != due.seat.game.clock:
            return False
        note(
            due.seat.player,
            Happening.TIME,
            due.key,
            game,
            game.seq,
            now=now,
            seat=due.seat.number,
            share=due.share,
        )
    return True
