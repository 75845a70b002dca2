"""The form of a new webhook."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.notifications.webhook.models import Webhook


class WebhookForm(forms.Form):
    """A new webhook; the service judges its URL."""

    url = forms.CharField(
        label=_("Address"),
        widget=forms.URLInput(
            attrs={"placeholder": "https://", "pattern": "https?://.+", "autocomplete": "off"}
        ),
    )
    form = forms.ChoiceField(label=_("Format"), choices=Webhook.Form.choices)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, auto_id="webhook-%s")
