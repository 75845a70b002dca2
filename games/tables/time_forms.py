"""Forms for paces, giving time and vacations; moments are in the user's time zone."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.clock import BANK, LIVE, TURNS, ClockError, Pace
from games.clock.moments import DAY, HOUR, MINUTE
from games.tables import time_words

BANK_OF, NONE = "bank", "none"
PACES: dict[str, Pace | None] = {
    **{f"days-{pace.start // DAY}": pace for pace in TURNS},
    **{f"live-{pace.start // MINUTE}": pace for pace in LIVE},
    NONE: None,
}
"""The paces that the form offers by key; a bank (`BANK_OF`) has its numbers in other fields."""
GIFTS = (12, 24, 2 * 24, 3 * 24, 7 * 24)
"""The hours that can be given."""


def pace_choices() -> list[tuple[Any, Any]]:
    """Return the paces of the form, in groups."""
    named = {key: time_words.pace(pace.to_json() if pace else None) for key, pace in PACES.items()}
    usual = {"start": BANK.start // DAY, "more": BANK.increment // DAY}
    bank = _("a bank: %(start)s + %(more)s days, or your own numbers") % usual
    return [
        (_("Days per turn"), [choice for choice in named.items() if choice[0].startswith("days-")]),
        (_("A bank that grows each turn"), [(BANK_OF, bank)]),
        (_("Live"), [choice for choice in named.items() if choice[0].startswith("live-")]),
        (_("Friendly games only"), [(NONE, named[NONE])]),
    ]


def gift_choices() -> list[tuple[int, str]]:
    """Return the choices of the time to give."""
    return [(hours, time_words.span(hours * HOUR)) for hours in GIFTS]


class DaysField(forms.FloatField):
    """A number of days in halves; `None` if empty."""

    widget = forms.NumberInput(attrs={"step": "0.5", "min": "0.5", "max": "30"})

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)

    def clean(self, value: Any) -> int | None:
        """Return seconds."""
        days = super().clean(value)
        return None if days is None else round(days * DAY)


class PaceForm(forms.Form):
    """A pace: one of `PACES`, or a bank with three numbers, which other paces ignore."""

    pace = forms.ChoiceField(
        label=_("Pace"),
        initial=BANK_OF,
        choices=pace_choices,
        help_text=_("Sleep hours and days off don't count in correspondence games."),
    )
    start = DaysField(label=_("Days to start with"), initial=BANK.start // DAY)
    increment = DaysField(label=_("Days added each turn"), initial=BANK.increment // DAY)
    most = DaysField(label=_("Maximum days"), initial=(BANK.most or 0) // DAY)

    def clean(self) -> None:
        """Put the pace itself under `chosen`: `games.clock.Pace`, or `None` for no clock."""
        super().clean()
        data = self.cleaned_data
        key = data.get("pace", "")
        data["chosen"] = PACES.get(key)
        if key == BANK_OF:
            data["chosen"] = self._bank(data)

    def _bank(self, data: Mapping[str, Any]) -> Pace | None:
        numbers = {name: data.get(name) for name in ("start", "increment", "most")}
        for name, seconds in numbers.items():
            if seconds is None and name not in self.errors:
                self.add_error(name, _("How many days?"))
        if self.errors:
            return None
        try:
            return Pace(data["start"], data["increment"], data["most"])
        except ClockError as error:
            self.add_error("most", str(time_words.refusal(error)))
            return None


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
