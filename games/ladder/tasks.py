"""Periodic task of the ladders."""

from celery import shared_task

from common.periodic import every
from games.ladder import challenges


@every(60, "check the ladders")
@shared_task
def mind_the_ladders() -> None:
    """Start or expire challenges that are due, and remove absent players."""
    challenges.mind_the_ladders()
