"""Forms of fair play."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.fairplay.models import ReportReason
from games.fairplay.reports import LONGEST


class ReportForm(forms.Form):
    """Why somebody reports a player."""

    reason = forms.ChoiceField(label=_("Why"), choices=ReportReason, widget=forms.RadioSelect)
    text = forms.CharField(
        label=_("What happened"),
        required=False,
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Only moderators read this. The player won't know who reported them."),
    )
    game = forms.IntegerField(
        required=False, min_value=1, max_value=2**62, widget=forms.HiddenInput
    )

    def clean(self) -> dict[str, Any]:
        """Something else needs some words."""
        data = super().clean() or {}
        if data.get("reason") == ReportReason.OTHER and not data.get("text"):
            self.add_error("text", _("Describe what happened in a few words."))
        if "game" in self.errors:  # the field is hidden, and so would be what it says
            self.add_error(None, _("This player has no such game."))
        return data
