"""Forms about time: giving it, and vacation. Moments are said and shown in the user's zone."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.clock.moments import HOUR
from games.tables import time_words

GIFTS = (12, 24, 2 * 24, 3 * 24, 7 * 24)
"""Hours."""


def gift_choices() -> list[tuple[int, str]]:
    """Return how much time can be given, in words."""
    return [(hours, time_words.span(hours * HOUR)) for hours in GIFTS]


class GiveTimeForm(forms.Form):
    """How much time the other side gets."""

    hours = forms.TypedChoiceField(
        label=_("Time for the other side"), coerce=int, choices=gift_choices, initial=24
    )


class MomentField(forms.DateTimeField):
    """A day and a time in the user's zone."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        super().__init__(widget=widget, **kwargs)


class LeaveForm(forms.Form):
    """From now until when somebody is away."""

    end = MomentField(label=_("Back on"))


class AbsenceForm(forms.Form):
    """From when until when somebody will be away."""

    start = MomentField(label=_("From"))
    end = MomentField(label=_("Back on"))
