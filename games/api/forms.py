"""The forms of new tokens, of apps that ask for one, and of new bots."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from games.api.models import OFFERED
from games.endpoints.access import Scope


class TokenForm(forms.Form):
    """The name of a new token, what it may do, and for how long."""

    name = forms.CharField(
        label=_("Name of the token"),
        max_length=60,
        help_text=_("To recognize it by: the program or the device that gets it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label=_("The token may"),
        choices=[(scope.value, scope.label) for scope in OFFERED],
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=_("Without any of these, it reads only what everyone can read."),
    )
    days = forms.TypedChoiceField(
        label=_("Works for"),
        coerce=int,
        initial=90,
        choices=[
            (30, _("30 days")),
            (90, _("90 days")),
            (365, _("a year")),
            (0, _("as long as I don't revoke it")),
        ],
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, auto_id="token-%s")

    @property
    def lasts(self) -> timedelta | None:
        """How long the token is to work; `None` for one that does not expire."""
        days: int = self.cleaned_data["days"]
        return timedelta(days=days) if days else None


class ConsentForm(forms.Form):
    """The rights that an app asks for; the user may grant fewer."""

    scopes = forms.MultipleChoiceField(
        label=_("The app may"), widget=forms.CheckboxSelectMultiple, required=False
    )

    def __init__(self, asked: Sequence[Scope]) -> None:
        super().__init__(auto_id="app-%s", initial={"scopes": asked})
        field = cast("forms.MultipleChoiceField", self.fields["scopes"])
        field.choices = [(scope.value, scope.label) for scope in asked]


class BotForm(forms.Form):
    """The maker of a bot account, and the confirmation that the account stays a bot."""

    maker = forms.CharField(
        label=_("Made by"),
        max_length=60,
        help_text=_("Your name or nickname. Everyone sees it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    confirm = forms.CharField(
        label=_("Name of this account"),
        max_length=150,
        help_text=_("To confirm: there is no way back."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, auto_id="bot-%s")
