"""Background tasks: each takes ids, calls a service, and may run twice or late."""

from celery import shared_task
from django.conf import settings

from common.periodic import every
from games.notifications import alarms, clock_changes, digest, outbox, record


@shared_task(time_limit=outbox.TASK_SECONDS)
def send_notifications(channel: str) -> None:
    """Send what is due on a channel and still wanted."""
    outbox.send_due(channels=(channel,))


for _channel in settings.OUTBOX:
    every(60, f"send notifications by {_channel}", _channel, queue=_channel)(send_notifications)


@every(5 * 60, "send digests", queue="mail")
@shared_task(time_limit=outbox.TASK_SECONDS)
def send_digests() -> None:
    """Send the daily and weekly digests whose time has come."""
    digest.send_digests()


@every(60, "notify players whose time is running short")
@shared_task
def sound_alarms() -> None:
    """Note whose time is running short."""
    alarms.sound_alarms()


@every(5 * 60, "notify players whose vacation is over")
@shared_task
def tell_returns() -> None:
    """Tell players that their vacation has ended."""
    clock_changes.note_returns()


@every(60 * 60, "delete old notifications")
@shared_task
def prune_notifications() -> None:
    """Forget the notifications of long ago."""
    record.prune()
