"""Webhooks need no password: they are listed as access, and removed with it."""

from urllib.parse import urlsplit

from django.utils.translation import gettext as _

from accounts.signals import AccessListed, AccessRevoked, access_listed, access_revoked
from common.announcements import Order
from games.notifications.subjects import SubjectChanged, subject_changed
from games.notifications.webhook import following


@access_listed.receiver(Order.NOTIFICATIONS)
def list_webhooks(event: AccessListed) -> None:
    """Name the webhooks of a user, without what is secret of their addresses."""
    webhooks = event.user.webhooks.all()
    event.lines.extend(
        _("Webhook to %(host)s") % {"host": urlsplit(webhook.url).hostname} for webhook in webhooks
    )
    if webhooks:
        event.ends.append(_("Webhooks are removed."))


@access_revoked.receiver(Order.NOTIFICATIONS)
def remove_webhooks(event: AccessRevoked) -> None:
    """Remove the webhooks of a user."""
    event.user.webhooks.all().delete()


@subject_changed.receiver(Order.NOTIFICATIONS)
def note_news(event: SubjectChanged) -> None:
    """Write news of a subject for the webhooks that follow it."""
    following.note_news(event)
