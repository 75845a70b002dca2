"""The webhooks of a user: added, given a new secret, started again, removed."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.notifications import ssrf
from games.notifications.addresses import WORKS, refuse_bad, refuse_guests
from games.notifications.kinds import topics
from games.notifications.webhook.models import Webhook
from games.notifications.webhook.signing import new_salt

MOST = 3
"""Webhooks of a user."""


def add_webhook(
    user: User, url: str, form: str, mention: str = "", now: datetime | None = None
) -> Webhook:
    """Post to an address too; raises `Refused`: 403 guests, 409 too many, 422.

    `mention`: the user's number at Discord; ignored for other forms.
    """
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
        salt = new_salt() if form == Webhook.Form.JSON else ""  # Discord verifies nothing
        return Webhook.objects.create(
            user=user,
            url=url,
            form=form,
            mention="" if salt else mention,
            salt=salt,
            created_at=now or timezone.now(),
        )


def renew_secret(user: User, pk: int, now: datetime) -> Webhook:
    """Make a new secret; the present one signs too for a day. Raises `Refused`: 404, 409."""
    with transaction.atomic():
        hook = user.webhooks.select_for_update().filter(pk=pk).first()
        if hook is None:
            raise Refused(_("This webhook no longer exists."), 404)
        if hook.form != Webhook.Form.JSON:
            raise Refused(_("Only webhooks with plain JSON are signed."), 409)
        hook.former_salt, hook.salt, hook.renewed_at = hook.salt, new_salt(), now
        hook.save(update_fields=["former_salt", "salt", "renewed_at"])
    return hook


def choose_topics(user: User, pk: int, chosen: Collection[str]) -> None:
    """Post these topics there and no others of today's; no harm if the webhook is gone.

    A topic that the site gets later is posted until its user leaves it out.
    """
    skipped = " ".join(topic.key for topic in topics() if topic.key not in chosen)
    user.webhooks.filter(pk=pk).update(skipped=skipped)


def restart_webhook(user: User, pk: int) -> None:
    """Post there again, after it was stopped; no harm otherwise."""
    user.webhooks.filter(pk=pk).update(**WORKS)


def remove_webhook(user: User, pk: int) -> None:
    """Post there no more."""
    user.webhooks.filter(pk=pk).delete()
