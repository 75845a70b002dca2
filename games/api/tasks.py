"""Periodic task of the API."""

from celery import shared_task
from django.utils import timezone

from common.periodic import every
from games.api import idempotency, tokens
from games.api.oauth import server


@every(60 * 60, "delete kept answers of the API, and what apps have left")
@shared_task
def forget_old_answers() -> None:
    """Delete the answers to idempotent writes of yesterday, expired codes and tokens of apps."""
    now = timezone.now()
    idempotency.forget_old(now)
    tokens.forget_old(now)
    server.forget_old(now)
