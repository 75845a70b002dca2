"""Periodic tasks of fair play."""

from celery import shared_task
from django.utils import timezone

from common.periodic import every
from games.fairplay import nightly_check, same_deals

GAMES = 1
"""How many games with the same deal are measured at a time: seconds, in the way of no bot."""


@every(24 * 60 * 60, "detect foul play")
@shared_task
def look_for_foul_play() -> None:
    """Open cases for suspicious games."""
    nightly_check.look_for_foul_play()


@every(10 * 60, "measure games with the same deal", queue="reviews")
@shared_task
def measure_same_deals() -> None:
    """Measure how turns fit hidden hands, in games whose deal was played at several tables."""
    same_deals.measure(timezone.now() - nightly_check.WINDOW, GAMES)
