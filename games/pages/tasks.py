"""Background tasks: each takes ids, calls a service, and may run twice or late."""

from celery import shared_task

from games.pages import account


@shared_task
def remove_stale_guests() -> None:
    """Remove the guests who stayed away."""
    account.remove_stale_guests()
