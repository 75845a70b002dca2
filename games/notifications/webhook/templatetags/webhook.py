"""Template tags: the forms of webhooks, and how many there can be."""

from django import template
from django.template import Context

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
def most_webhooks() -> int:
    """Return how many webhooks a user can have."""
    return MOST
