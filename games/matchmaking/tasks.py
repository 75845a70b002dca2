"""Periodic task of matchmaking."""

from celery import shared_task

from common.periodic import every
from games.matchmaking import pairing


@every(15, "pair players who search for a game")
@shared_task
def pair_searches() -> None:
    """Pair the people who want a game."""
    pairing.pair_all()
