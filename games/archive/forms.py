"""The filters of a player's games."""

from django import forms

from games.ratings.models import Pool


class GamesFilter(forms.Form):
    """Which games of a player are wanted, and after which one to go on."""

    after = forms.IntegerField(min_value=1, max_value=2**63 - 1, required=False)
    max = forms.IntegerField(min_value=1, max_value=100, required=False)
    since = forms.DateField(required=False)
    until = forms.DateField(required=False)
    pool = forms.ChoiceField(choices=Pool.choices, required=False)
    rated = forms.ChoiceField(choices=[("true", ""), ("false", "")], required=False)
    opponent = forms.CharField(max_length=150, required=False)
