"""Template tag: the addresses of a user's feeds."""

from django import template

from accounts.models import User
from games.notifications.feeds.feeds import addresses

register = template.Library()


@register.simple_tag
def feeds_of(user: User) -> dict[str, str]:
    """Return the addresses of a user's feeds: `calendar`, `atom` and `count`."""
    by_name = addresses(user)
    names = {"calendar": "turns.ics", "atom": "turns.atom", "count": "count.json"}
    return {key: by_name[name] for key, name in names.items() if name in by_name}
