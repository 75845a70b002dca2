"""The forms of a new webhook, and of the topics of a webhook."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.notifications.kinds import topics
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
    mention = forms.RegexField(
        label=_("Your Discord user ID"),
        regex=r"\A[0-9]{15,20}\Z",
        required=False,
        error_messages={"invalid": _("A user ID is a number of 15 to 20 digits.")},
        help_text=_("Only for Discord: each message then mentions you, so Discord notifies you."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, auto_id="webhook-%s")


class WebhookTopicsForm(forms.Form):
    """The topics that are posted to a webhook."""

    topics = forms.MultipleChoiceField(
        label=_("Post there"), widget=forms.CheckboxSelectMultiple, required=False
    )

    def __init__(self, hook: Webhook) -> None:
        chosen = [topic.key for topic in topics() if hook.carries(topic.key)]
        super().__init__(auto_id=f"webhook-{hook.pk}-%s", initial={"topics": chosen})
        field = self.fields["topics"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(topic.key, topic.label) for topic in topics()]
