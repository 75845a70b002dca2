"""Where a user's notifications go."""

from django import template

from accounts.models import User
from games.notifications import feeds, vapid
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


@register.simple_tag
def feeds_of(user: User) -> dict[str, str]:
    """Return the addresses of a user's feeds: `calendar`, `atom` and `count`."""
    found = feeds.addresses(user)
    names = {"calendar": "turns.ics", "atom": "turns.atom", "count": "count.json"}
    return {key: found[name] for key, name in names.items() if name in found}
