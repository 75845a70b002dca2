"""Periodic task of ratings and results."""

from celery import shared_task

from common.periodic import every
from games.ratings import card_counts


@every(6 * 60 * 60, "count the cards of finished games")
@shared_task
def count_cards() -> None:
    """Count anew how cards are used in the latest finished games."""
    card_counts.recount()
