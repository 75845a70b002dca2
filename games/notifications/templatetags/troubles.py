"""What a user should know before anything else."""

from typing import Any

from django import template
from django.db.models import BigIntegerField, CharField, Exists, QuerySet
from django.db.models.expressions import Combinable
from django.template import Context

from accounts.middleware import LastSeenMiddleware
from accounts.models import User
from accounts.prepared import PreparedQuery
from games.notifications.bounces import trouble_of
from games.notifications.models import BadAddress, PushSubscription, Webhook
from games.notifications.subscriptions import unreached

register = template.Library()


def _query(user: Combinable, address: Combinable) -> QuerySet[User, tuple[Any, ...]]:
    bad = Exists(BadAddress.objects.filter(address=address))
    stopped = Exists(Webhook.objects.filter(user=user).exclude(stopped_at=None))
    unreached = Exists(PushSubscription.objects.filter(user=user).exclude(stopped_at=None))
    return User.objects.filter(pk=user).values_list(bad, stopped, unreached)


TROUBLES = PreparedQuery(_query, user=BigIntegerField(), address=CharField())


@register.inclusion_tag("notifications/_mail_trouble.html", takes_context=True)
def mail_trouble(context: Context) -> dict[str, object]:
    """Say that no mails arrive, and offer to try again."""
    user = context["user"]
    no_mails, *_others = _troubles(context)
    bad = trouble_of(user) if no_mails else None
    return {"bad": bad, "csrf_token": context.get("csrf_token")}


@register.inclusion_tag("notifications/_webhook_trouble.html", takes_context=True)
def webhook_trouble(context: Context) -> dict[str, object]:
    """Say that a webhook was stopped."""
    _no_mails, stopped, _no_pushes = _troubles(context)
    return {"stopped": stopped}


@register.inclusion_tag("notifications/_push_trouble.html", takes_context=True)
def push_trouble(context: Context) -> dict[str, object]:
    """Say which browsers get no pushes any more, and offer to renew or to forget them."""
    *_others, no_pushes = _troubles(context)
    device = context["request"].COOKIES.get(LastSeenMiddleware.DEVICE, "")
    browsers = unreached(context["user"], device) if no_pushes else []
    return {"browsers": browsers, "csrf_token": context.get("csrf_token")}


def _troubles(context: Context) -> tuple[bool, bool, bool]:
    """Return whether mails, a webhook, or pushes to a browser have stopped, in one query."""
    user, request = context["user"], context["request"]
    if not isinstance(user, User):
        return False, False, False
    if not hasattr(request, "troubles"):
        request.troubles = TROUBLES.get(user=user.pk, address=user.email.lower())
    known: tuple[bool, bool, bool] = request.troubles
    return known
