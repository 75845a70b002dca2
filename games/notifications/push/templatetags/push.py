"""Template tag: the site's key for pushes."""

from django import template

from games.notifications.push import vapid

register = template.Library()


@register.simple_tag
def push_key() -> str:
    """Return the key that browsers subscribe with; nothing if this site sends no pushes."""
    return vapid.public_key()
