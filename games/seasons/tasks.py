"""Background tasks: each takes ids, calls a service, and may run twice or late."""

from celery import shared_task

from accounts.periodic import every
from games.seasons import runner


@every(5 * 60, "advance the seasons")
@shared_task
def run_seasons() -> None:
    """Open, pair, start and close the seasons whose time has come."""
    runner.run_seasons()
