"""What an annulment costs that many games of its pool follow, while other rated games end.

They end in a thread of the process that recalculates: on a site it is another process, and waits
for the lock only.
"""

import threading
from collections.abc import Callable
from time import perf_counter, sleep

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from common.batches import snapshot
from games.ratings import recalculation
from games.ratings.checking import check
from games.ratings.models import RatedGame, Recalculation
from games.tables.services import ending
from tests.support.factories import player
from tools.scale.ledger import POOL, FilledLedger

ENDS = 120
"""Games that end, half of them before the annulment."""
EVERY = 0.1
"""Seconds between two ends, at least."""
PLACE = 20
"""The place of the annulled game."""


def measure_annulment(games: int) -> list[str]:
    """Fill a pool, annul a game, recalculate; return the figures as lines."""
    started = perf_counter()
    ledger = FilledLedger(games)
    ledger.fill()
    running = ledger.running(ENDS)
    print(f"{games:,} rated games, {len(ledger.people):,} players: filled in", end=" ")
    print(f"{perf_counter() - started:.0f} s", flush=True)
    before = end_games(running[: ENDS // 2])
    request, statements = _annul(games)
    ender = _Ender(running[ENDS // 2 :])
    ender.start()
    started = perf_counter()
    slices = _recalculate()
    took = perf_counter() - started
    during = ender.stop()
    with snapshot():
        result = check(POOL)
    run = Recalculation.objects.get()
    working, longest = sum(slices), max(slices)
    return [
        f"annulment with {games:,} later games, {len(ledger.people):,} players",
        f"  the admin's request             {1000 * request:8.0f} ms, {statements} statements",
        f"  recalculation                   {took:8.1f} s, {run.games:,} games in"
        f" {run.slices} slices ({working:.1f} s at work)",
        f"  longest slice (lock)            {1000 * longest:8.0f} ms, mean"
        f" {1000 * working / len(slices):.0f} ms",
        f"  end of a rated game, before     {1000 * middle(before):8.0f} ms, at most"
        f" {1000 * max(before):.0f} ms",
        f"  end of a rated game, meanwhile  {1000 * middle(during):8.0f} ms, at most"
        f" {1000 * max(during):.0f} ms ({len(during)} games)",
        f"  check_ratings: {len(result.differences)} differences, {result.due} due,"
        f" {result.drift:.4f} points left out",
    ]


def middle(values: list[float]) -> float:
    """Return the median."""
    return sorted(values)[len(values) // 2]


def end_games(running: list[tuple[int, User]], stop: Callable[[], bool] = bool) -> list[float]:
    """Let players resign, one after the other; return how long each took, in seconds."""
    times = []
    for game_id, user in running:
        if stop():
            break
        begun = perf_counter()
        ending.resign(user, game_id)
        times.append(perf_counter() - begun)
        sleep(EVERY)
    return times


class _Ender(threading.Thread):
    """A thread in which games end until it is stopped."""

    def __init__(self, running: list[tuple[int, User]]) -> None:
        super().__init__()
        self._running = running
        self._over = threading.Event()
        self.times: list[float] = []
        """How long each end took, in seconds."""

    def run(self) -> None:
        """Let games end."""
        try:
            self.times = end_games(self._running, self._over.is_set)
        finally:
            connection.close()

    def stop(self) -> list[float]:
        """Return how long the ends took."""
        self._over.set()
        self.join()
        return self.times


def _annul(games: int) -> tuple[float, int]:
    """Annul an early game as an admin; return the seconds and statements of the request."""
    moderator = player("moderator", is_staff=True, is_superuser=True)
    client = Client(headers={"host": "localhost"})
    client.force_login(moderator, backend="accounts.backends.Backend")
    game = RatedGame.objects.get(pool=POOL, place=min(PLACE, games)).game_id
    url = reverse("admin:tables_game_changelist")
    client.get(url)
    begun = perf_counter()
    with CaptureQueriesContext(connection) as captured:
        response = client.post(url, {"action": "annul", "_selected_action": [game]})
    took = perf_counter() - begun
    assert response.status_code == 302
    assert Recalculation.objects.filter(done_at=None).exists()
    return took, len(captured)


def _recalculate() -> list[float]:
    """Recalculate all, slice by slice as a worker does; return how long each took."""
    slices: list[float] = []
    while True:
        begun = perf_counter()
        goes_on = recalculation.recalculate_slice(POOL)
        if not goes_on:
            return slices
        slices.append(perf_counter() - begun)
        sleep(recalculation.PAUSE)
