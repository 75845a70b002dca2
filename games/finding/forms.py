"""What kind of game somebody looks for."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.clock import BANK, Pace
from games.finding.models import Search
from games.forms import BANK_OF, PACES
from games.times import words

OFFERED: dict[str, Pace] = {
    **{key: pace for key, pace in PACES.items() if pace is not None},
    BANK_OF: BANK,
}
"""What the form calls the paces: those of new tables, without banks of other numbers."""
USUAL = ("live-5", BANK_OF, "days-1")
"""Those that most people look for; the rest is folded away."""
REACHES = ("", "100", "200", "400")


@dataclass(frozen=True, slots=True)
class Choice:
    """A pace to choose."""

    key: str
    title: str
    text: str
    chosen: bool


def pace_choices() -> list[tuple[str, str]]:
    """Return the paces in words."""
    return [(key, words.pace(pace.to_json())) for key, pace in OFFERED.items()]


def reach_choices() -> list[tuple[str, str]]:
    """Return how near the other's rating shall be to one's own."""
    return [(key, f"± {key}" if key else _("Any")) for key in REACHES]


class FindForm(forms.Form):
    """A pace, and whom one would like to meet."""

    pace = forms.ChoiceField(
        label=gettext_lazy("Pace"), choices=pace_choices, widget=forms.RadioSelect
    )
    reach = forms.TypedChoiceField(
        label=gettext_lazy("Rating of my opponent"),
        choices=reach_choices,
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
    )

    @classmethod
    def after(cls, last: Search | None, data: Any = None) -> "FindForm":
        """Return the form with what somebody chose last time."""
        keys = {pace: key for key, pace in OFFERED.items()}
        key = BANK_OF if last is None else keys.get(last.speed, BANK_OF)
        reach = "" if last is None or last.reach is None else str(last.reach)
        return cls(data, initial={"pace": key, "reach": reach})

    @property
    def wanted(self) -> Pace:
        """The pace that was chosen."""
        return OFFERED[self.cleaned_data["pace"]]

    @property
    def usual(self) -> list[Choice]:
        """The paces that are shown at once."""
        titles = {
            "live-5": _("Live, now"),
            BANK_OF: _("A turn now and then"),
            "days-1": _("A turn every day"),
        }
        return [
            Choice(key, titles[key], text, on) for key, text, on in self._paces() if key in titles
        ]

    @property
    def more(self) -> list[Choice]:
        """The paces that are folded away."""
        return [Choice(key, "", text, on) for key, text, on in self._paces() if key not in USUAL]

    @property
    def has_more_chosen(self) -> bool:
        """Whether one of those is chosen."""
        return any(choice.chosen for choice in self.more)

    def _paces(self) -> Iterator[tuple[str, str, bool]]:
        field: BoundField = self["pace"]
        named = dict(pace_choices())
        for key in (*USUAL, *(key for key in named if key not in USUAL)):
            yield key, named[key], field.value() == key
