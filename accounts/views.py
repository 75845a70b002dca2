"""Pages about people that need to know nothing of games."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.forms import PreferencesForm
from accounts.models import User


@login_required
def preferences(request: HttpRequest) -> HttpResponse:
    """How the site is for me."""
    assert isinstance(request.user, User)
    user = User.objects.get(pk=request.user.pk)
    form = PreferencesForm(request.POST or None, instance=user)
    if request.method == "POST" and form.is_valid():
        form.save()
        with translation.override(user.language or translation.get_language()):
            messages.success(request, _("Saved."))
        return redirect("preferences")
    status = 422 if form.is_bound else 200
    return render(request, "accounts/preferences.html", {"form": form}, status=status)
