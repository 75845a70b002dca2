"""Periodic tasks of the puzzles."""

from celery import shared_task
from django.utils import timezone

from common.periodic import every
from games.puzzles import daily, mining, store

GAMES = 2
"""How many finished games are mined at a time: seconds, if a best turn has to be confirmed."""


@every(10 * 60, "keep the puzzles")
@shared_task
def keep_the_puzzles() -> None:
    """Load the starter set, and choose the puzzles of two days."""
    store.load_starter_set()
    day = daily.today(timezone.now())
    for puzzle_day in (day, day + daily.A_DAY):
        daily.puzzle_of(puzzle_day)


@every(10 * 60, "mine finished games for puzzles", queue="reviews")
@shared_task
def mine_finished_games() -> None:
    """Look for puzzles in some finished games."""
    mining.mine_finished(GAMES)
