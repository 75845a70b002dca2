"""Periodic task of fair play."""

from celery import shared_task

from games.fairplay import nightly_check


@shared_task
def look_for_foul_play() -> None:
    """Open cases for suspicious games."""
    nightly_check.look_for_foul_play()
