"""Periodic task of matchmaking."""

from celery import shared_task

from games.matchmaking import pairing


@shared_task
def pair_searches() -> None:
    """Pair the people who want a game."""
    pairing.pair_all()
