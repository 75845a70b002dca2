"""What a user should know before anything else."""

from typing import Any

from django import template
from django.db.models import Exists

from accounts.models import User
from games.notifications.bounces import trouble_of
from games.notifications.models import BadAddress, Webhook

register = template.Library()


@register.inclusion_tag("notifications/_mail_trouble.html", takes_context=True)
def mail_trouble(context: dict[str, Any]) -> dict[str, Any]:
    """Say that no mails arrive, and offer to try again."""
    user = context["user"]
    no_mails, _no_webhook = _troubles(context)
    bad = trouble_of(user) if no_mails else None
    return {"bad": bad, "csrf_token": context.get("csrf_token")}


@register.inclusion_tag("notifications/_webhook_trouble.html", takes_context=True)
def webhook_trouble(context: dict[str, Any]) -> dict[str, Any]:
    """Say that a webhook was stopped."""
    _no_mails, stopped = _troubles(context)
    return {"stopped": stopped}


def _troubles(context: dict[str, Any]) -> tuple[bool, bool]:
    """Return whether the user gets no mails, and whether a webhook was stopped, in one query."""
    user, request = context["user"], context["request"]
    if not isinstance(user, User):
        return False, False
    if not hasattr(request, "troubles"):
        bad = Exists(BadAddress.objects.filter(address=user.email.lower()))
        stopped = Exists(Webhook.objects.filter(user=user).exclude(stopped_at=None))
        request.troubles = User.objects.filter(pk=user.pk).values_list(bad, stopped).get()
    known: tuple[bool, bool] = request.troubles
    return known
