"""Background tasks of the tournaments; both are idempotent."""

from celery import shared_task

from common.periodic import every
from games.tournaments import runner


@every(60, "advance the tournaments")
@shared_task
def run_tournaments() -> None:
    """Continue all tournaments, and open the monthly one."""
    runner.run_tournaments()


@shared_task
def run_tournament(tournament_id: int) -> None:
    """Continue one tournament at once, without waiting for the periodic task."""
    runner.run_tournament(tournament_id)
