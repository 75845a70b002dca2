"""Background tasks: each takes ids, calls a service, and is idempotent."""

from typing import Any

from celery import shared_task
from celery.signals import worker_process_shutdown
from django.conf import settings
from django.utils import timezone

from common.periodic import every
from common.queueing import on_queue
from games.tables import publishing
from games.tables.models import Heartbeat
from games.tables.services import bots, expiry, folding, sending
from games.tables.timekeeping import absences


@worker_process_shutdown.connect
def send_hints(**_given: Any) -> None:
    """Send the hints that are under way: such a process ends without `atexit`."""
    publishing.flush()


@on_queue("bots")
@shared_task
def play_bot(game_id: int, number: int) -> None:
    """Let a bot answer once; its next answer is the next task."""
    bots.play_bot(game_id, number)


@every(15, "wake forgotten bots")
@shared_task
def wake_bots() -> None:
    """Wake the bots whose tasks were lost."""
    bots.wake_forgotten_bots()


@every(5, "check the clocks")
@shared_task
def mind_the_clocks() -> None:
    """Play the sealed turns that are due; then the clock sweep.

    It gives outages back, extends deadlines by vacation, and ends late games.
    """
    sending.send_due()
    expiry.mind_the_clocks()


@every(300, "apply changed weeks to games that were left out")
@shared_task
def apply_changed_weeks() -> None:
    """Move the deadlines of games that a killed request has left out after a change of the week."""
    absences.apply_changed_weeks()


@every(60, "fold the moves of games that have been over for a week", queue="reviews")
@shared_task
def fold_moves() -> None:
    """Fold the moves of games that have been over for a week."""
    folding.fold_finished()


@shared_task
def beat_heart(worker: str = "site") -> None:
    """Record that beat and the worker of a queue are alive."""
    Heartbeat.objects.update_or_create(worker=worker, defaults={"at": timezone.now()})


for _queue in settings.WORKERS:
    every(20, f"send the heartbeat of beat and the worker for {_queue} live", _queue, queue=_queue)(
        beat_heart
    )
