"""The webhooks of a user: added, started again, removed."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.notifications import ssrf
from games.notifications.addresses import WORKS, refuse_bad, refuse_guests
from games.notifications.webhook.models import Webhook

MOST = 3
"""Webhooks of a user."""


def add_webhook(user: User, url: str, form: str, now: datetime | None = None) -> Webhook:
    """Post to an address too; raises `Refused`: 403 guests, 409 too many, 422."""
    refuse_guests(user)
    url = url.strip()
    if form not in Webhook.Form.values:
        raise Refused(_("A webhook gets plain JSON or a text for Discord."), 422)
    if len(url) > 500:
        raise Refused(ssrf.NO_ADDRESS, 422)
    refuse_bad(url)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        if user.webhooks.filter(url=url).exists():
            raise Refused(_("This webhook is there already."), 409)
        if user.webhooks.count() >= MOST:
            raise Refused(_("You can have up to three webhooks."), 409)
        return Webhook.objects.create(
            user=user, url=url, form=form, created_at=now or timezone.now()
        )


def restart_webhook(user: User, pk: int) -> None:
    """Post there again, after it was stopped; no harm otherwise."""
    user.webhooks.filter(pk=pk).update(**WORKS)


def remove_webhook(user: User, pk: int) -> None:
    """Post there no more."""
    user.webhooks.filter(pk=pk).delete()
