"""Where a user's notifications go."""

from django import template

from games.notifications import vapid
from games.notifications.subscriptions import WEBHOOKS

register = template.Library()


@register.simple_tag
def push_key() -> str:
    """Return the key that browsers subscribe with; nothing if this site sends no pushes."""
    return vapid.public_key()


@register.simple_tag
def most_webhooks() -> int:
    """Return how many webhooks a user can have."""
    return WEBHOOKS
