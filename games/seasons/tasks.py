"""Periodic task of the seasons."""

from celery import shared_task

from games.seasons import runner


@shared_task
def run_seasons() -> None:
    """Open, start and close seasons that are due."""
    runner.run_seasons()
