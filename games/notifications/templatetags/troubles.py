"""What a user should know before anything else."""

from typing import Any

from django import template

from accounts.models import User
from games.notifications.bounces import trouble_of

register = template.Library()


@register.inclusion_tag("notifications/_mail_trouble.html", takes_context=True)
def mail_trouble(context: dict[str, Any]) -> dict[str, Any]:
    """Say that no mails arrive, and offer to try again."""
    user = context["user"]
    bad = trouble_of(user) if isinstance(user, User) else None
    return {"bad": bad, "csrf_token": context.get("csrf_token")}
