"""The page on which players choose their faces."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.requests import SignedInRequest, signed_in
from engine.names import PLANETS
from engine.words import agent_name, planet_name
from games.portraits.faces import AGENTS, LETTER, PlayerFace, face_of
from games.portraits.forms import FaceForm


@signed_in
def face(request: SignedInRequest) -> HttpResponse:
    """The page of the own face."""
    user = User.objects.get(pk=request.user.pk)
    form = FaceForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        User.objects.filter(pk=user.pk).update(**form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("preferences")
    current = face_of(user)
    colour = current.planet
    faces = [(LETTER, _("A letter"), PlayerFace("", colour, user.username[:1]))]
    faces += [(slug, agent_name(slug), PlayerFace(slug, colour)) for slug in AGENTS]
    planets = [(name, planet_name(name).render(_, ngettext)) for name in PLANETS]
    page = {"faces": faces, "planets": planets, "chosen": current, "form": form}
    return render(request, "portraits/face.html", page, status=422 if form.errors else 200)
