"""Rows for the lists of the admin (`tests/zenith_site/test_admin_lists.py`): webhooks."""

from django.utils import timezone

from games.notifications.webhook.models import Webhook
from tests.support.factories import player


def webhook() -> Webhook:
    return Webhook.objects.create(
        user=player("ada"),
        url="https://hooks.example.org/secret-path",
        salt="secret-salt",
        failures=9,
        stopped_at=timezone.now(),
    )


ROWS = {Webhook: webhook}
ACTIONS = {(Webhook, "remove"): webhook, (Webhook, "restart"): webhook}
