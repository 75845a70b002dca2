"""Background tasks of reviews, in a queue of their own."""

from celery import shared_task

from common.periodic import every
from common.queueing import on_queue, queue
from games.review.services import reviews


@on_queue("reviews")
@shared_task
def make_review(game_id: int) -> None:
    """Review the next turns of a game; the rest is the next task."""
    if reviews.make_review(game_id):
        queue(reviews.TASK, game_id)


@every(60, "wake forgotten reviews")
@shared_task
def wake_reviews() -> None:
    """Queue the reviews whose tasks were lost."""
    reviews.wake_forgotten_reviews()
