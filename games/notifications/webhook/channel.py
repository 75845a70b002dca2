"""The channel: posts to the webhooks of a user."""

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.notifications.channels import Channel, MissingAddress, register
from games.notifications.export import iso
from games.notifications.webhook import sending
from games.notifications.webhook.models import Webhook


@register
class WebhookChannel(Channel):
    """Posts to addresses of a user's own."""

    key = sending.KEY
    label = _("webhook")
    missing = MissingAddress(_("You have no webhook yet:"), _("add one"), "#webhooks")
    trouble_template = "notifications/webhook/_trouble.html"
    send = staticmethod(sending.send)
    send_digest = staticmethod(sending.send_digest)

    def reached(self) -> Exists:
        """Return whether a webhook takes posts."""
        return Exists(Webhook.objects.filter(user=OuterRef("pk"), sort="", stopped_at=None))

    def stopped(self) -> Exists:
        """Return whether a webhook was stopped."""
        return Exists(Webhook.objects.filter(user=OuterRef("pk")).exclude(stopped_at=None))

    def carries(self, user: User, topic: str) -> bool:
        """Return whether a webhook that takes posts is to have the topic."""
        hooks = user.webhooks.filter(sort="", stopped_at=None)
        return any(hook.carries(topic) for hook in hooks)

    def addresses(self, user: User) -> list[tuple[int, str]]:
        """Return each webhook: it is tested by itself."""
        return list(user.webhooks.filter(sort="", stopped_at=None).values_list("pk", "url"))

    def export(self, user: User) -> dict[str, object]:
        """Return the webhooks."""
        return {
            "webhooks": [
                {
                    "url": webhook.url,
                    "form": webhook.form,
                    "mention": webhook.mention,
                    "skipped": webhook.skipped.split(),
                    "follows": [webhook.sort, webhook.subject] if webhook.sort else None,
                    "signed": bool(webhook.salt),
                    "since": iso(webhook.created_at),
                    "stopped": iso(webhook.stopped_at),
                }
                for webhook in user.webhooks.all()
            ]
        }
