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
        help_text=_("Moderators read it, nobody else. The player is not told who reports them."),
    )
    game = forms.IntegerField(
        required=False, min_value=1, max_value=2**62, widget=forms.HiddenInput
    )

    def clean(self) -> dict[str, Any]:
        """Something else needs some words."""
        data = super().clean() or {}
        if data.get("reason") == ReportReason.OTHER and not data.get("text"):
            self.add_error("text", _("Say in a few words what happened."))
        if "game" in self.errors:  # the field is hidden, and so would be what it says
            self.add_error(None, _("There is no such game of theirs."))
        return data
