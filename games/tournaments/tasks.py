"""Background tasks: each takes ids, calls a service, and may run twice or late."""

from celery import shared_task

from accounts.periodic import every
from games.tournaments import runner


@every(60, "advance the tournaments")
@shared_task
def run_tournaments() -> None:
    """Start the tournaments and rounds whose time has come, and the site's own of the month."""
    runner.run_tournaments()


@shared_task
def run_tournament(tournament_id: int) -> None:
    """Do what is due in one tournament, without waiting for the minute."""
    runner.run_tournament(tournament_id)
