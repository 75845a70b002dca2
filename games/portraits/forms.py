"""The form of a player's face."""

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.names import PLANETS
from games.portraits.faces import AGENTS, LETTER


class FaceForm(forms.Form):
    """The choice of a face and its colour."""

    face = forms.ChoiceField(
        label=_("Face"), choices=[(choice, choice) for choice in (LETTER, *AGENTS)]
    )
    face_colour = forms.ChoiceField(label=_("Colour"), choices=[(name, name) for name in PLANETS])
