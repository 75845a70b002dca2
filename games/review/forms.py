"""Forms of reviews: where a try begins, and the question that a hint is for."""

from django import forms

from engine.bots import BOTS
from games.tables.models.seat import BOT_STRENGTHS


class TrialForm(forms.Form):
    """The place where a try begins, `moves:seat`, and the bot to play."""

    at = forms.RegexField(r"\A\d{1,6}:\d\Z")
    bot = forms.ChoiceField(choices=list(BOT_STRENGTHS.items()), initial=list(BOTS)[-1])

    def place(self) -> tuple[int, int]:
        """Return the number of moves to take over, and the user's seat."""
        seq, _colon, seat = self.cleaned_data["at"].partition(":")
        return int(seq), int(seat)


class HintForm(forms.Form):
    """The number of moves before the question."""

    seq = forms.IntegerField(min_value=0)
