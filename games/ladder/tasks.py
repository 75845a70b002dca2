"""Periodic task of the ladders."""

from celery import shared_task

from common.periodic import every
from games.ladder import bots, challenges


@every(60, "check the ladders")
@shared_task
def mind_the_ladders() -> None:
    """Start or expire challenges that are due, remove absent players; bots enter or leave."""
    challenges.mind_the_ladders()
    bots.mind_the_bots()
