"""Forms of fair play."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.fairplay.models import ReportReason
from games.fairplay.reports import LONGEST


class ReportForm(forms.Form):
    """Report of a player to the moderators."""

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

    def clean(self) -> None:
        """Require a text for "something else", and show the error of the hidden field."""
        super().clean()
        data = self.cleaned_data
        if data.get("reason") == ReportReason.OTHER and not data.get("text"):
            self.add_error("text", _("Describe what happened in a few words."))
        if "game" in self.errors:  # the field is hidden, and so would be its error
            self.add_error(None, _("This player has no such game."))
