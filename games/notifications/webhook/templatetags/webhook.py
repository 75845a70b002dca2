"""Template tags: the forms of webhooks, and how many there can be."""

from django import template
from django.template import Context

from accounts.models import User
from games.notifications.subjects import SubjectPage, page_of
from games.notifications.webhook.forms import WebhookForm, WebhookTopicsForm
from games.notifications.webhook.hooks import MOST
from games.notifications.webhook.models import Webhook

register = template.Library()


@register.simple_tag(takes_context=True)
def webhook_form(context: Context) -> WebhookForm:
    """Return the form that was sent and has errors, or an empty one."""
    form = context.get("webhook")
    return form if isinstance(form, WebhookForm) else WebhookForm()


@register.simple_tag
def webhook_topics_form(hook: Webhook) -> WebhookTopicsForm:
    """Return the form with the topics of a webhook."""
    return WebhookTopicsForm(hook)


@register.simple_tag
def own_webhooks(user: User) -> list[Webhook]:
    """Return the webhooks of a user's own notifications."""
    return list(user.webhooks.filter(sort=""))


@register.simple_tag
def following_webhooks(user: User) -> list[Webhook]:
    """Return the webhooks of a user that follow something."""
    return list(user.webhooks.exclude(sort=""))


@register.simple_tag
def what_it_follows(hook: Webhook) -> SubjectPage | None:
    """Return what a webhook follows; `None` if that is gone."""
    return page_of(hook.sort, hook.subject)


@register.simple_tag
def most_webhooks() -> int:
    """Return how many webhooks a user can have."""
    return MOST
