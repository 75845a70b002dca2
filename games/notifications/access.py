"""What reaches a user's account without the password: feeds and webhooks."""

from urllib.parse import urlsplit

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.notifications import feeds


def lines_of(user: User) -> list[str]:
    """Name a user's feeds and webhooks, without what is secret of their addresses."""
    webhooks = [
        _("Webhook to %(host)s") % {"host": urlsplit(webhook.url).hostname}
        for webhook in user.webhooks.all()
    ]
    feed_line = [_("Feeds at secret addresses: calendar, turns, count")]
    return (feed_line if feeds.addresses(user) else []) + webhooks


@transaction.atomic
def revoke(user: User) -> None:
    """Give a user's feeds new addresses, and remove the webhooks."""
    if feeds.addresses(user):
        feeds.revoke(user)
    user.webhooks.all().delete()
