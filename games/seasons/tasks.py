"""Periodic task of the seasons."""

from celery import shared_task

from common.periodic import every
from games.seasons import runner


@every(5 * 60, "advance the seasons")
@shared_task
def run_seasons() -> None:
    """Open, start and close seasons that are due."""
    runner.run_seasons()
