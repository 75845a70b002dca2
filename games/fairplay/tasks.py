"""Background tasks: each takes ids, calls a service, and may run twice or late."""

from celery import shared_task

from games.fairplay import nightly_check


@shared_task
def look_for_foul_play() -> None:
    """Put what looks unfair before the moderators."""
    nightly_check.look_for_foul_play()
