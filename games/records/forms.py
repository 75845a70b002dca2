"""The form in which a record is opened."""

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.records.opened import MOST_BYTES


class RecordForm(forms.Form):
    """A record as a file, or pasted."""

    file = forms.FileField(label=gettext_lazy("File"), required=False)
    record = forms.CharField(
        label=gettext_lazy("or paste it"),
        required=False,
        max_length=MOST_BYTES,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
    )

    def clean(self) -> None:
        """Set `text`: what was posted."""
        super().clean()
        data = self.cleaned_data
        file, text = data.get("file"), data.get("record")
        if file is not None:
            if file.size > MOST_BYTES:
                raise forms.ValidationError(_("This file is too large for a record."))
            try:
                text = file.read().decode()
            except UnicodeDecodeError as error:
                raise forms.ValidationError(_("This is no record of a game.")) from error
        if not text and not self.errors:
            raise forms.ValidationError(_("Choose a file, or paste a record."))
        data["text"] = text
