"""Forms about people."""

from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class PreferencesForm(forms.ModelForm):  # type: ignore[type-arg]
    """How the site is for me."""

    language = forms.ChoiceField(label=_("Language"), required=False)
    time_zone = forms.ChoiceField(
        label=_("Time zone"), help_text=_("All dates and deadlines are shown in it.")
    )

    class Meta:
        """What a user changes."""

        model = User
        fields = ("language", "time_zone", "theme", "turn_mails", "about")
        labels = {  # noqa: RUF012
            "theme": _("Colours"),
            "turn_mails": _("Send me a mail when it is my turn"),
            "about": _("About me"),
        }
        help_texts = {  # noqa: RUF012
            "turn_mails": _("Once a turn, some minutes later, and only if you have not looked."),
            "about": _("Everybody can read this on your profile."),
        }
        widgets = {"about": forms.Textarea(attrs={"rows": 3})}  # noqa: RUF012

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        languages = [("", _("As the browser says")), *settings.LANGUAGES]
        self.fields["language"].choices = languages  # type: ignore[attr-defined]
        zones = [(zone, zone.replace("_", " ")) for zone in sorted(available_timezones())]
        self.fields["time_zone"].choices = zones  # type: ignore[attr-defined]


class DeleteAccountForm(forms.Form):
    """The name once more, so that nobody deletes an account by mistake."""

    name = forms.CharField(
        label=_("Your name on this site"),
        help_text=_("Type it to confirm."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_name(self) -> str:
        """Refuse any other name."""
        name: str = self.cleaned_data["name"]
        if name != self.user.username:
            raise forms.ValidationError(_("This is not your name on this site."))
        return name
