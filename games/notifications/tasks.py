"""Background tasks: each takes ids, calls a service, and may run twice or late."""

from celery import shared_task

from games.notifications import alarms, digest, outbox, record


@shared_task(time_limit=outbox.TASK_SECONDS)
def send_notifications(channel: str) -> None:
    """Send what is due on a channel and still wanted."""
    outbox.send_due(channels=(channel,))


@shared_task(time_limit=outbox.TASK_SECONDS)
def send_digests() -> None:
    """Send the daily and weekly digests whose time has come."""
    digest.send_digests()


@shared_task
def sound_alarms() -> None:
    """Note whose time is running short."""
    alarms.sound_alarms()


@shared_task
def prune_notifications() -> None:
    """Forget the notifications of long ago."""
    record.prune()
