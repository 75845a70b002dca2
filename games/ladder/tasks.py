"""Background tasks: each takes ids, calls a service, and may run twice or late."""

from celery import shared_task

from accounts.periodic import every
from games.ladder import challenges


@every(60, "check the ladders")
@shared_task
def mind_the_ladders() -> None:
    """Let challenges that nobody answers run out, and start what is due."""
    challenges.mind_the_ladders()
