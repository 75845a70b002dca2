"""Measure how long bots take to answer while games are reviewed.

Starts the workers of a site in one process, plays many games against a bot at once, and prints how
long its answers took after it was asked: first without reviews, then with some under way all the
time. Players answer some seconds after they are asked.
"""

import argparse
import os
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from statistics import median, quantiles
from time import monotonic, sleep

import django

LOOK = 0.05
"""Seconds between two looks at who is asked."""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.queues", description=__doc__)
    parser.add_argument("--games", type=int, default=40, help="at once (40)")
    parser.add_argument("--reviews", type=int, default=3, help="at once (3)")
    parser.add_argument("--bot", default="nova", help="of all games (nova)")
    parser.add_argument("--think", type=float, default=20, help="seconds of a player's answer (20)")
    parser.add_argument("--seconds", type=float, default=60, help="of each measure (60)")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"DATA_DIR": folder, "SITE_URL": "http://localhost", "DEBUG": "0"}
        os.environ["DJANGO_SETTINGS_MODULE"] = "zenith_site.settings"
        django.setup()
        _measure(chosen)


def _measure(chosen: argparse.Namespace) -> None:
    from games.review.models import Review, State  # noqa: PLC0415 - settings first
    from tests.support.factories import finished_game, player, running_game  # noqa: PLC0415
    from zenith_site.alone import Background, migrate  # noqa: PLC0415

    migrate()
    over = [finished_game(player(f"over{n}"), "noisy", pace=None) for n in range(chosen.reviews)]
    Review.objects.all().delete()
    games = [
        running_game(player(f"ada{n}"), chosen.bot, pace=None, seed=f"{n:032}", answers=2).pk
        for n in range(chosen.games)
    ]
    background = Background()
    for worker in background.workers:
        worker.start()
    try:
        for reviewed in ((), [game.pk for game in over]):
            made = 0
            took: list[float] = []
            for done, latencies in _played(games, reviewed, chosen.think, chosen.seconds):
                made, took = made + done, took + latencies
            print(f"{len(games)} games, {len(reviewed)} reviews at once: {_figures(took)}")
            if reviewed:
                running = Review.objects.exclude(state=State.DONE).count()
                print(f"reviews made meanwhile: {made}; under way at the end: {running}")
    finally:
        for worker in background.workers:
            worker.controller.stop()


def _played(
    games: list[int], reviewed: list[int] | tuple[()], think: float, seconds: float
) -> Iterator[tuple[int, list[float]]]:
    """Play for some seconds; yield reviews that were made, and seconds that bots took."""
    from django.utils import timezone  # noqa: PLC0415

    from common.queueing import queue  # noqa: PLC0415
    from engine.analysis.review import judging  # noqa: PLC0415
    from games.review.models import Review, State  # noqa: PLC0415
    from games.review.services import reviews  # noqa: PLC0415
    from games.tables.models import Game, Move, Seat  # noqa: PLC0415
    from games.tables.publishing import wake_bots_of  # noqa: PLC0415
    from tests.support.factories import answer  # noqa: PLC0415

    begun, end = timezone.now(), monotonic() + seconds
    due: dict[int, float] = {}
    for number, pk in enumerate(games):
        wake_bots_of(pk)
        due[pk] = monotonic() + think * number / len(games)
    while monotonic() < end:
        done, _rows = Review.objects.filter(game__in=reviewed, state=State.DONE).delete()
        for pk in reviewed:
            _row, is_new = Review.objects.get_or_create(game_id=pk, judge=judging.NAME)
            if is_new:
                queue(reviews.TASK, pk)
        own = Seat.objects.filter(game__in=games, asked=True, bot="")
        for pk in own.values_list("game", flat=True):
            if due[pk] <= monotonic():
                answer(Game.objects.get(pk=pk))
                due[pk] = monotonic() + think
        yield done, []
        sleep(LOOK)
    latencies = []
    for pk in games:
        seats = {seat.number for seat in Seat.objects.filter(game=pk).exclude(bot="")}
        moves = list(Move.objects.filter(game=pk, at__gt=begun).order_by("seq"))
        for before, move in pairwise(moves):
            if move.seat in seats:
                latencies.append((move.at - before.at).total_seconds())
    yield 0, latencies


def _figures(seconds: list[float]) -> str:
    if len(seconds) < 2:
        return "no answers"
    late = quantiles(seconds, n=20)[-1]
    return (
        f"{len(seconds)} answers of bots, median {median(seconds):.2f} s, "
        f"95 % within {late:.2f} s, slowest {max(seconds):.2f} s"
    )


if __name__ == "__main__":
    main()
