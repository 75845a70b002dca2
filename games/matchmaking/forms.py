"""The search form."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.clock import BANK, Pace
from games.matchmaking.display import SearchCounts
from games.matchmaking.models import GameSearch
from games.tables import time_words
from games.tables.time_forms import BANK_OF, PACES

OFFERED: dict[str, Pace] = {
    **{key: pace for key, pace in PACES.items() if pace is not None},
    BANK_OF: BANK,
}
"""Paces by form key: those of new tables, without custom banks."""
USUAL = ("live-5", BANK_OF, "days-1")
"""The most popular paces; the others are collapsed."""
REACHES = ("", "100", "200", "400")


@dataclass(frozen=True, slots=True)
class PaceChoice:
    """A pace as an option of the form."""

    key: str
    title: str
    text: str
    chosen: bool
    people: int
    """Number of other players waiting at this pace."""


def pace_choices() -> list[tuple[str, str]]:
    """Return the paces in words."""
    return [(key, time_words.pace(pace.to_json())) for key, pace in OFFERED.items()]


def reach_choices() -> list[tuple[str, str]]:
    """Return the choices of the greatest rating difference."""
    return [(key, f"± {key}" if key else _("Any")) for key in REACHES]


class FindForm(forms.Form):
    """Search for a game: pace and greatest rating difference."""

    pace = forms.ChoiceField(
        label=gettext_lazy("Pace"), choices=pace_choices, widget=forms.RadioSelect
    )
    reach = forms.TypedChoiceField(
        label=gettext_lazy("Opponent's rating"),
        choices=reach_choices,
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
    )

    others = SearchCounts({})

    @classmethod
    def after(
        cls,
        last: GameSearch | None,
        others: SearchCounts,
        data: Any = None,
        wanted: Mapping[str, str] | None = None,
    ) -> "FindForm":
        """Return the form with the waiting players, and with some choices or the last search's."""
        initial = {"pace": BANK_OF, "reach": "", **(wanted or cls.choices_of(last))}
        form = cls(data, initial=initial)
        form.others = others
        return form

    @staticmethod
    def choices_of(search: GameSearch | None) -> dict[str, str]:
        """Return what the form says for a search."""
        if search is None:
            return {}
        keys = {pace: key for key, pace in OFFERED.items()}
        reach = "" if search.reach is None else str(search.reach)
        return {"pace": keys.get(search.speed, BANK_OF), "reach": reach}

    @property
    def wanted(self) -> Pace:
        """The chosen pace."""
        return OFFERED[self.cleaned_data["pace"]]

    @property
    def usual(self) -> list[PaceChoice]:
        """The paces that are always shown."""
        titles = (_("Live, right now"), _("A turn now and then"), _("A turn every day"))
        return [self._choice(key, title) for key, title in zip(USUAL, titles, strict=True)]

    @property
    def more(self) -> list[PaceChoice]:
        """The collapsed paces."""
        return [self._choice(key) for key in OFFERED if key not in USUAL]

    @property
    def shows_more(self) -> bool:
        """Whether a collapsed pace is chosen or has waiting players."""
        return any(choice.chosen or choice.people for choice in self.more)

    def _choice(self, key: str, title: str = "") -> PaceChoice:
        pace = OFFERED[key]
        chosen = self["pace"].value() == key
        text = time_words.pace(pace.to_json())
        return PaceChoice(key, title, text, chosen, self.others.at.get(pace, 0))
