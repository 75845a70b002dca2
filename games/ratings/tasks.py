"""Background tasks of ratings and results."""

from celery import shared_task

from common.periodic import every
from common.queueing import queue
from games.ratings import card_counts, due, recalculation
from games.ratings.models import Pool


@every(6 * 60 * 60, "count the cards of finished games")
@shared_task
def count_cards() -> None:
    """Count anew how cards are used in the latest finished games."""
    card_counts.recount()


@shared_task
def recalculate(pool: str) -> None:
    """Recalculate the next due games of a pool; the rest is the next task."""
    if recalculation.recalculate(Pool(pool)):
        queue(due.TASK, pool)


@every(60, "wake forgotten recalculations")
@shared_task
def wake_recalculations() -> None:
    """Queue the recalculations whose tasks were lost."""
    recalculation.wake_forgotten_runs()
