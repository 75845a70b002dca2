"""Background tasks: each takes ids, calls a service, and may run twice or late."""

from celery import shared_task

from accounts.periodic import every
from games.fairplay import suspicions


@every(24 * 60 * 60, "detect foul play")
@shared_task
def look_for_foul_play() -> None:
    """Put what looks unfair before the moderators."""
    suspicions.look_for_foul_play()
