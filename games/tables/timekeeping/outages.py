"""Outages: periods in which the clock sweep did not run, which are given back to the players.

A gap between two heartbeats becomes an `Outage`, recorded by the first sweep, or by the first move
in its own transaction: if that is rolled back, the next sweep or move records it. A game gets its
time back when it is locked to be judged (`catch_up`), or in a batch of the sweep (`settle`).
`Game.outage` is the last one given back, so that no outage is given back twice, even if a worker is
killed.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import monotonic

from django.db import transaction
from django.db.models import F, Prefetch, Q, QuerySet

from games import clock as arithmetic
from games.tables.models import Game, Heartbeat, Outage, Seat, Status
from games.tables.table_events import TableEventKind
from games.tables.timekeeping import gathering
from games.tables.timekeeping.changes import clock_changed
from games.tables.timekeeping.clocks import CLOCK_FIELDS, LockedTable, weeks_of_sides

CLOCKS, LIVE = "clocks", "live clocks"
"""Keys of `Heartbeat`: the last sweeps of correspondence games and of live games."""
AHEAD = timedelta(minutes=5)
"""A heartbeat further in the future comes from a machine whose clock was wrong."""
AT_ONCE = 200
"""Games in a batch."""
AT_WORK = 20.0
"""Seconds that a sweep spends on batches; the next sweep continues."""
SHOWN = timedelta(days=2)
"""For so long players are told of an outage."""
LEFT_AFTER = timedelta(minutes=3)
"""After a longer outage the clocks of a live game wait for its players, who may have left."""
FIELDS = [*CLOCK_FIELDS, "paused_until", "gathering", "outage", "version"]
PLAYERS = Prefetch("seats", queryset=Seat.objects.select_related("user", "played_by"))

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ClockKind:
    """Games with a common sweep; a pause of up to `gap` between two sweeps is not an outage."""

    worker: str
    live: bool
    gap: timedelta

    def is_outage(self, beat: datetime, now: datetime) -> bool:
        """Whether the last sweep is too long ago."""
        return now - beat > self.gap


KINDS = (
    ClockKind(CLOCKS, live=False, gap=timedelta(minutes=3)),
    # Three sweeps: a minute is a third of a live bank.
    ClockKind(LIVE, live=True, gap=timedelta(seconds=15)),
)


@dataclass(frozen=True, slots=True)
class _Known:
    """The heartbeats and outages that this process has read.

    They hold until the latest heartbeat is too old: an outage is only recorded after that.
    """

    beats: Mapping[str, datetime]
    owed: Sequence[Outage]
    """The outages that have not been given back to all games yet, the oldest first."""
    lately: Sequence[Outage]
    """The outages to be told to the players."""

    def holds(self, now: datetime) -> bool:
        """Whether no outage can have been recorded since."""
        beats = self.beats
        return all(
            kind.worker in beats and not kind.is_outage(beats[kind.worker], now) for kind in KINDS
        )

    def may_be_rolled_back(self) -> bool:
        """Whether the latest outage can be one that an open transaction has recorded.

        The heartbeat then is the outage's end, until the next sweep.
        """
        ends = {(LIVE if outage.live else CLOCKS, outage.end) for outage in self.owed}
        return not ends.isdisjoint(self.beats.items())


_known: _Known | None = None


def forget() -> None:
    """Read heartbeats and outages again the next time."""
    global _known  # noqa: PLW0603 - replaced as a whole: threads see the old one or the new one
    _known = None


def known(now: datetime) -> _Known:
    """Return the heartbeats and outages, usually without a query."""
    global _known  # noqa: PLW0603
    current = _known
    if current is not None and current.holds(now):
        return current
    hearts = Heartbeat.objects.filter(worker__in=(CLOCKS, LIVE))
    beats = dict(hearts.values_list("worker", "at"))
    outages = Outage.objects.filter(Q(done=False) | Q(end__gt=now - SHOWN)).order_by("pk")
    rows = list(outages)
    current = _Known(
        beats,
        owed=[outage for outage in rows if not outage.done],
        lately=[outage for outage in rows if outage.end > now - SHOWN],
    )
    # A transaction that has recorded an outage reads its own rows, which may be rolled back.
    is_kept = current.holds(now) and not current.may_be_rolled_back()
    _known = current if is_kept else None
    return current


def beat(now: datetime) -> None:
    """Record a sweep.

    A heartbeat in the future is logged and reset; until then no outage would be detected.
    """
    forget()
    hearts = Heartbeat.objects.filter(worker__in=(CLOCKS, LIVE))
    if hearts.filter(at__gt=now + AHEAD).update(at=now):
        log.error("heartbeat in the future: this machine's time has jumped")
        return
    if hearts.filter(at__lt=now).update(at=now) < len(KINDS):
        for kind in KINDS:
            Heartbeat.objects.get_or_create(worker=kind.worker, defaults={"at": now})


def notice(now: datetime) -> None:
    """Record an outage that ends now, if there was one.

    To be called before a game is locked to be judged, by the sweep and by every move.
    """
    beats = known(now).beats
    for kind in KINDS:
        if kind.worker in beats and kind.is_outage(beats[kind.worker], now):
            _record(kind, now)


def _record(kind: ClockKind, now: datetime) -> None:
    with transaction.atomic():
        heart = Heartbeat.objects.select_for_update().get(worker=kind.worker)
        if kind.is_outage(heart.at, now):  # else a concurrent request already did it
            outage = Outage.objects.create(start=heart.at, end=now, live=kind.live)
            heart.at = now
            heart.save(update_fields=["at"])
            log.warning("no sweep of the %s: giving back %s", kind.worker, outage)


def catch_up(table: LockedTable) -> None:
    """Give outages back to a game.

    Saves the row at once, so that the caller can save any other fields.
    """
    game = table.game
    if game.status != Status.RUNNING or game.pace is None:
        return
    owed = [
        outage
        for outage in known(table.now).owed
        if outage.live == game.live and outage.pk > game.outage
    ]
    if owed:
        game.version += _give_back(table, owed)
        game.save(update_fields=FIELDS)


def settle(now: datetime) -> None:
    """Give outages back to all games, a batch a transaction, for up to `AT_WORK` seconds.

    Games locked by a concurrent request are left to the next run. Nothing is published: open pages
    catch up when their sockets reconnect.
    """
    until = monotonic() + AT_WORK
    for kind in KINDS:
        owed = list(_open(kind.live))
        if owed and not _settle(kind, owed, now, until):
            return


def _settle(kind: ClockKind, owed: Sequence[Outage], now: datetime, until: float) -> bool:
    """Handle the games of a kind; false if the time was up."""
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
    """Give outages back to a game; a clock that can't be read is logged and skipped."""
    mine = [outage for outage in owed if outage.pk > game.outage]
    try:
        given = _give_back(LockedTable(game, list(game.seats.all()), now), mine)
    except Exception:
        log.exception("could not give outages back to game %s", game.pk)
        given = False
    game.outage = max(game.outage, owed[-1].pk)
    game.version += given
    return given


def _give_back(table: LockedTable, owed: Sequence[Outage]) -> bool:
    """Give outages back to a game, which the caller saves; true if its clock has changed."""
    game, before = table.game, table.clock
    weeks = weeks_of_sides(table.seats)
    waited = game.gathering
    for outage in owed:
        game.outage = outage.pk
        shorter = table.clock
        if shorter is None:
            continue
        if game.live and game.paused_until is not None and _ran(game, outage):
            game.paused_until += outage.end - outage.start
        table.clock = arithmetic.outage(shorter, weeks, outage.start, outage.end)
        may_be_alone = game.live and outage.end - outage.start > LEFT_AFTER
        if table.clock != shorter and may_be_alone and not table.late(outage.end):
            gathering.wait_for_players(table, outage.end)
    if table.clock == before:
        return False
    table.keep_clock()
    kind = TableEventKind.WAITS if game.gathering and not waited else TableEventKind.OUTAGE
    lasted = sum((outage.end - outage.start for outage in owed), timedelta())
    clock_changed(table, kind, hours=lasted // timedelta(hours=1))
    return True


def _ran(game: Game, outage: Outage) -> bool:
    """Whether a game had started, and its pause had not ended, when an outage started."""
    assert game.started_at is not None
    assert game.paused_until is not None
    return game.started_at < outage.start <= game.paused_until
