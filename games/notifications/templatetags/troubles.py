"""What a user should know before anything else: an address to which nothing is sent any more."""

from typing import Any

from django import template
from django.db.models import BigIntegerField, QuerySet
from django.db.models.expressions import Combinable
from django.template import Context
from django.template.loader import render_to_string
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from accounts.models import User
from common.prepared import PreparedQuery
from games.notifications.channels import MAIL, channels

register = template.Library()


def _query(user: Combinable) -> QuerySet[User, Any]:
    known = {channel.key: channel.stopped() for channel in channels()}
    asked = {key: stopped for key, stopped in known.items() if stopped is not None}
    return User.objects.filter(pk=user).values(**asked)


TROUBLES = PreparedQuery(_query, user=BigIntegerField())


@register.simple_tag(takes_context=True)
def troubles(context: Context) -> SafeString:
    """Say what does not arrive, and offer what helps: mails first."""
    keys = [channel.key for channel in reversed(channels())]
    return format_html_join("", "{}", ((_trouble(context, key),) for key in keys))


@register.simple_tag(takes_context=True)
def mail_trouble(context: Context) -> SafeString:
    """Say that no mails arrive, and offer to try again."""
    return _trouble(context, MAIL)


def _trouble(context: Context, key: str) -> SafeString:
    """Return what a page says of a channel; nothing if all is well."""
    user, request = context["user"], context["request"]
    if not isinstance(user, User):
        return SafeString("")
    if not hasattr(request, "troubles"):  # those of all channels, in one query
        request.troubles = TROUBLES.get(user=user.pk)
    if not request.troubles.get(key):
        return SafeString("")
    [channel] = [channel for channel in channels() if channel.key == key]
    trouble = channel.trouble(request, user)
    return render_to_string(channel.trouble_template, trouble, request=request)
