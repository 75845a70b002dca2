"""The form that hosts a tournament."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from common.form_fields import set_choices
from games.tables.time_forms import MomentField, PaceForm, pace_choices
from games.tournaments.enrolment import MOST_ROUNDS, TournamentPlan
from games.tournaments.models import LEAST, MOST, TournamentKind

ENOUGH = [("0", _("automatic"))]


class HostForm(PaceForm):
    """The settings of a new tournament."""

    name = forms.CharField(label=_("Name"), max_length=60)
    kind = forms.ChoiceField(
        label=_("Kind"),
        initial=TournamentKind.SWISS,
        choices=[
            (TournamentKind.SWISS.value, _("Swiss system: everyone plays every round")),
            (TournamentKind.KNOCKOUT.value, _("Knock-out: lose a match and you're out")),
        ],
        widget=forms.RadioSelect,
    )
    places = forms.IntegerField(
        label=_("Places"),
        initial=16,
        min_value=LEAST,
        max_value=MOST,
        help_text=_("From 4 to 128 players."),
    )
    rounds = forms.ChoiceField(
        label=_("Rounds"),
        required=False,
        choices=[*ENOUGH, *((str(n), str(n)) for n in range(3, MOST_ROUNDS + 1))],
        help_text=_(
            "Swiss system only. You never meet the same opponent twice, so "
            "small tournaments have fewer rounds."
        ),
    )
    starts_at = MomentField(
        label=_("Start"),
        required=False,
        help_text=_(
            "In your time zone. Leave empty to start when all places are taken, or "
            "when you press Start."
        ),
    )
    duplicate = forms.BooleanField(
        label=_("The same deal at every table"),
        required=False,
        help_text=_(
            "All tables in a round get the same cards. Until the round is over, "
            "only its two players can see a table, and no hands are revealed."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # No games without a clock: a round might never end.
        set_choices(self, "pace", pace_choices()[:-1])

    def plan(self) -> TournamentPlan:
        """Return the tournament that the form asks for."""
        data = self.cleaned_data
        return TournamentPlan(
            name=data["name"],
            kind=TournamentKind(data["kind"]),
            pace=data["chosen"],
            most=data["places"],
            rounds=int(data["rounds"] or 0),
            duplicate=data["duplicate"],
            starts_at=data["starts_at"],
        )
