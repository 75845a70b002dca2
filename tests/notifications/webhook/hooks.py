"""Webhooks of users."""

from typing import Any

from accounts.models import User
from games.notifications.webhook.models import Webhook


def hook(user: User, url: str, form: str = Webhook.Form.JSON, **fields: Any) -> Webhook:
    """Return a webhook of a user."""
    return Webhook.objects.create(user=user, url=url, form=form, **fields)
