"""The form of the leaderboard."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts import countries
from accounts.models import User
from common.form_fields import set_choices


class LeaderboardForm(forms.Form):
    """The players of a leaderboard to show."""

    who = forms.ChoiceField(
        label=_("Who"), required=False, choices=[("", _("Everyone")), ("friends", _("My friends"))]
    )
    country = forms.ChoiceField(label=_("Country"), required=False)

    def __init__(self, *args: Any, user: User | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        nations = [("", _("All")), *countries.choices()]
        set_choices(self, "country", nations)
        if user is None or user.is_guest:
            del self.fields["who"]

    def chosen(self, name: str) -> str:
        """Return the chosen value; empty for an invalid one."""
        self.is_valid()
        return str(self.cleaned_data.get(name, ""))
