"""Feeds need no password: they are listed as access, and revoked with it."""

from django.utils.translation import gettext as _

from accounts.signals import AccessListed, AccessRevoked, access_listed, access_revoked
from common.announcements import Order
from games.notifications.feeds.feeds import addresses, revoke


@access_listed.receiver(Order.NOTIFICATIONS)
def list_feeds(event: AccessListed) -> None:
    """Name the feeds of a user, without what is secret of their addresses."""
    if addresses(event.user):
        event.lines.append(_("Feeds at secret addresses: calendar, turns, count"))
        event.ends.append(
            _("The feeds get new addresses, which your calendar and feed reader need then.")
        )


@access_revoked.receiver(Order.NOTIFICATIONS)
def renew_feeds(event: AccessRevoked) -> None:
    """Give the feeds of a user new addresses."""
    if addresses(event.user):
        revoke(event.user)
