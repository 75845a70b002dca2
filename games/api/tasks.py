"""Periodic task of the API."""

from celery import shared_task
from django.utils import timezone

from common.periodic import every
from games.api import idempotency


@every(60 * 60, "delete kept answers of the API")
@shared_task
def forget_old_answers() -> None:
    """Delete the answers to idempotent writes of yesterday."""
    idempotency.forget_old(timezone.now())
