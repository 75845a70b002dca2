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
from games.tables.models import Game

MOST = 3
"""Webhooks of a user for their own notifications."""
MOST_FOLLOWING = 10
"""Webhooks of a user that follow something which is not over."""
MOST_OF_SUBJECT = 50
"""Webhooks of all users that follow the same: its news is written for each of them."""


def add_webhook(
    user: User,
    url: str,
    form: str,
    mention: str = "",
    now: datetime | None = None,
    *,
    sort: str = "",
    subject: str = "",
    game: Game | None = None,
) -> Webhook:
    """Post to an address too; raises `Refused`: 403 guests, 409 too many, 422.

    `mention`: the user's number at Discord; ignored for other forms. `sort`, `subject`, `game`:
    what it follows (`following.follow`).
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
        if user.webhooks.filter(sort=sort, subject=subject, url=url).exists():
            raise Refused(_("This webhook is there already."), 409)
        if sort:
            _refuse_many(user, sort, subject)
        elif user.webhooks.filter(sort="").count() >= MOST:
            raise Refused(_("You can have up to three webhooks."), 409)
        salt = new_salt() if form == Webhook.Form.JSON else ""  # Discord verifies nothing
        return Webhook.objects.create(
            user=user,
            url=url,
            form=form,
            mention="" if salt else mention,
            salt=salt,
            created_at=now or timezone.now(),
            sort=sort,
            subject=subject,
            game=game,
            posted_seq=game.seq if game else 0,
        )


def _refuse_many(user: User, sort: str, subject: str) -> None:
    following = Webhook.objects.exclude(sort="").filter(over_at=None)
    if following.filter(user=user).count() >= MOST_FOLLOWING:
        raise Refused(_("You can follow up to ten tournaments, ladders and tables."), 409)
    if following.filter(sort=sort, subject=subject).count() >= MOST_OF_SUBJECT:
        raise Refused(_("Too many webhooks already follow this."), 409)


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
