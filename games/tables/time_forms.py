"""Forms for giving time and for vacations; moments are in the user's time zone."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.clock.moments import HOUR
from games.tables import time_words

GIFTS = (12, 24, 2 * 24, 3 * 24, 7 * 24)
"""The hours that can be given."""


def gift_choices() -> list[tuple[int, str]]:
    """Return the choices of the time to give."""
    return [(hours, time_words.span(hours * HOUR)) for hours in GIFTS]


class GiveTimeForm(forms.Form):
    """The time that the other side gets."""

    hours = forms.TypedChoiceField(
        label=_("Time for the other side"), coerce=int, choices=gift_choices, initial=24
    )


class MomentField(forms.DateTimeField):
    """A day and a time in the user's zone."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        super().__init__(widget=widget, **kwargs)


class LeaveForm(forms.Form):
    """A vacation that starts now."""

    end = MomentField(label=_("Back on"))


class AbsenceForm(forms.Form):
    """A planned vacation."""

    start = MomentField(label=_("From"))
    end = MomentField(label=_("Back on"))
