"""Background tasks: each takes ids, calls a service, and may run twice or late."""

from celery import shared_task
from django.utils import timezone

from games.tables.models import Heartbeat
from games.tables.services import bots, expiry, open_tables


@shared_task
def play_bot(game_id: int, number: int) -> None:
    """Let a bot answer; its next answer, if it has one, is the next task."""
    bots.play_bot(game_id, number)


@shared_task
def wake_bots() -> None:
    """Find bots whose task got lost."""
    bots.wake_forgotten_bots()


@shared_task
def mind_the_clocks() -> None:
    """Give lost time back, let vacation help, end the games whose time is up."""
    expiry.mind_the_clocks()


@shared_task
def expire_tables() -> None:
    """Close the tables that nobody joined."""
    open_tables.expire_tables()


@shared_task
def beat_heart(worker: str = "site") -> None:
    """Show that beat and the worker of a queue live."""
    Heartbeat.objects.update_or_create(worker=worker, defaults={"at": timezone.now()})
