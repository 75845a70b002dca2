"""Background tasks of webhooks."""

from celery import shared_task
from django.utils import timezone

from common.periodic import every
from games.notifications.webhook import following
from games.notifications.webhook.sending import KEY


@every(15, "note what happened at tables for webhooks", queue=KEY)
@shared_task
def note_moves() -> None:
    """Write what has happened at tables that webhooks follow."""
    following.note_moves(timezone.now())


@every(12 * 60 * 60, "delete webhooks that have nothing to follow", queue=KEY)
@shared_task
def forget_webhooks() -> None:
    """Delete webhooks whose subject is over or gone."""
    following.forget(timezone.now())
