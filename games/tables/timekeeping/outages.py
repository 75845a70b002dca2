"""Outages: periods in which the clock sweep did not run. They are given back to the players.

A gap between two heartbeats becomes an `Outage`: a short transaction, in whichever sweep or move
comes first. A game has its time back as soon as it is locked to be judged (`catch_up`); for all
others the sweep does it in batches (`settle`). `Game.outage` says how far a game has got, so that
nothing is given back twice, by any worker and wherever one is killed.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import monotonic

from django.db import transaction
from django.db.models import F, Prefetch, QuerySet

from games import clock as arithmetic
from games.tables.models import Game, Heartbeat, Outage, Seat, Status
from games.tables.timekeeping import gathering
from games.tables.timekeeping.clocks import CLOCK_FIELDS, clock_of, keep, weeks_of_sides

CLOCKS, LIVE = "clocks", "live clocks"
"""Of `Heartbeat`: when the clocks were last minded, for games of days and for live ones."""
AHEAD = timedelta(minutes=5)
"""A heartbeat that lies further in the future comes from a machine whose clock was wrong."""
AT_ONCE = 200
"""Games that are read and written together."""
AT_WORK = 20.0
"""Seconds that one sweep spends on batches; the next one goes on."""
LEFT_AFTER = timedelta(minutes=3)
"""After a longer outage the players of a live game may have left: its clocks wait for them."""
FIELDS = [*CLOCK_FIELDS, "paused_until", "gathering", "outage", "version"]
PLAYERS = Prefetch("seats", queryset=Seat.objects.select_related("user", "played_by"))

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ClockKind:
    """Games whose clocks are minded together. A gap up to `gap` between two sweeps is no outage."""

    worker: str
    live: bool
    gap: timedelta

    def is_outage(self, beat: datetime, now: datetime) -> bool:
        """Whether so long has passed since the last sweep."""
        return now - beat > self.gap


KINDS = (
    ClockKind(CLOCKS, live=False, gap=timedelta(minutes=3)),
    # Three sweeps: in a live game a minute is a third of a bank.
    ClockKind(LIVE, live=True, gap=timedelta(seconds=15)),
)


def beat(now: datetime) -> None:
    """Remember that the clocks are minded.

    A heartbeat from the future is logged and put right: until that moment no outage would be seen.
    """
    hearts = Heartbeat.objects.filter(worker__in=(CLOCKS, LIVE))
    if hearts.filter(at__gt=now + AHEAD).update(at=now):
        log.error("the clocks were minded in the future: this machine's time has jumped")
        return
    if hearts.filter(at__lt=now).update(at=now) < len(KINDS):
        for kind in KINDS:
            Heartbeat.objects.get_or_create(worker=kind.worker, defaults={"at": now})


def notice(now: datetime) -> None:
    """Write down an outage that ends now, if there was one, so that games can be given it back.

    To be called before a game is locked to be judged, by the sweep and by every move.
    """
    hearts = Heartbeat.objects.filter(worker__in=(CLOCKS, LIVE))
    beats = dict(hearts.values_list("worker", "at"))
    for kind in KINDS:
        if kind.worker in beats and kind.is_outage(beats[kind.worker], now):
            _write_down(kind, now)


def _write_down(kind: ClockKind, now: datetime) -> None:
    with transaction.atomic():
        heart = Heartbeat.objects.select_for_update().get(worker=kind.worker)
        if kind.is_outage(heart.at, now):  # else a concurrent request already did it
            outage = Outage.objects.create(start=heart.at, end=now, live=kind.live)
            heart.at = now
            heart.save(update_fields=["at"])
            log.warning("the %s were not minded: %s is given back", kind.worker, outage)


def catch_up(game: Game, seats: Sequence[Seat], now: datetime) -> None:
    """Give a game back what it has not got yet; its row is locked by the caller.

    Writes the row at once, so that the caller may save whichever fields it likes.
    """
    if game.status != Status.RUNNING or game.pace is None:
        return
    owed = list(_open(game.live).filter(pk__gt=game.outage))
    if owed:
        game.version += _give_back(game, seats, owed, now)
        game.save(update_fields=FIELDS)


def settle(now: datetime) -> None:
    """Give all games back what they have not got yet, a batch a transaction, as long as time is.

    Games locked by a concurrent request are left to the next run. Open pages are not told: they
    look again when their sockets come back.
    """
    until = monotonic() + AT_WORK
    for kind in KINDS:
        owed = list(_open(kind.live))
        if owed and not _settle(kind, owed, now, until):
            return


def _settle(kind: ClockKind, owed: Sequence[Outage], now: datetime, until: float) -> bool:
    """Work on the games of a kind; false if time was up."""
    latest = owed[-1].pk
    left = Game.objects.filter(
        status=Status.RUNNING, live=kind.live, pace__isnull=False, outage__lt=latest
    )
    last = 0
    while True:
        if monotonic() > until:
            return False
        with transaction.atomic():
            batch = left.filter(pk__gt=last).order_by("pk").select_for_update(skip_locked=True)
            games = list(batch.defer("snapshot", "setup").prefetch_related(PLAYERS)[:AT_ONCE])
            given = sum(_give_back_safely(game, owed, now) for game in games)
            Game.objects.bulk_update(games, FIELDS)
            Outage.objects.filter(pk=latest).update(games=F("games") + given)
        if not games:
            break
        last = games[-1].pk
    if not left.exists():
        Outage.objects.filter(pk__in=[outage.pk for outage in owed]).update(done=True)
    return True


def _open(live: bool) -> QuerySet[Outage]:
    return Outage.objects.filter(live=live, done=False).order_by("pk")


def _give_back_safely(game: Game, owed: Sequence[Outage], now: datetime) -> bool:
    """Give outages back in a game; one whose clock cannot be read holds up no other."""
    mine = [outage for outage in owed if outage.pk > game.outage]
    try:
        given = _give_back(game, list(game.seats.all()), mine, now)
    except Exception:
        log.exception("game %s could not be given its time back", game.pk)
        given = False
    game.outage = max(game.outage, owed[-1].pk)
    game.version += given
    return given


def _give_back(game: Game, seats: Sequence[Seat], owed: Sequence[Outage], now: datetime) -> bool:
    """Give outages back in a game, which the caller saves; true if a player owed an answer."""
    clock = before = clock_of(game, seats)
    weeks = weeks_of_sides(seats)
    for outage in owed:
        game.outage = outage.pk
        if clock is None:
            continue
        if game.live and game.paused_until is not None and _ran(game, outage):
            game.paused_until += outage.end - outage.start
        longer = arithmetic.outage(clock, weeks, outage.start, outage.end)
        may_be_alone = game.live and outage.end - outage.start > LEFT_AFTER
        if longer != clock and may_be_alone and not arithmetic.late(longer, outage.end):
            longer = gathering.wait_for_players(game, seats, longer, outage.end, now)
        clock = longer
    if clock == before:
        return False
    keep(game, clock)
    return True


def _ran(game: Game, outage: Outage) -> bool:
    """Whether a game had started, and its pause had not run out, when an outage came."""
    assert game.started_at is not None
    assert game.paused_until is not None
    return game.started_at < outage.start <= game.paused_until
