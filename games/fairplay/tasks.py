"""Periodic task of fair play."""

from celery import shared_task

from accounts.periodic import every
from games.fairplay import nightly_check


@every(24 * 60 * 60, "detect foul play")
@shared_task
def look_for_foul_play() -> None:
    """Open cases for suspicious games."""
    nightly_check.look_for_foul_play()
