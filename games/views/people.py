"""Pages about a person and their games."""

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from accounts.forms import DeleteAccountForm
from accounts.models import User
from games import selectors
from games.lists import cards
from games.services import people


def profile(request: HttpRequest, username: str) -> HttpResponse:
    """What everybody may know of a player."""
    player = get_object_or_404(User, username__iexact=username, is_active=True)
    own = request.user == player
    shown = selectors.finished(player)
    if not own:
        shown = shown.filter(public=True)
    context = {
        "player": player,
        "own": own,
        "record": selectors.record(player),
        "games": cards(shown[:10], player),
    }
    return render(request, "accounts/profile.html", context)


@login_required
def export(request: HttpRequest) -> JsonResponse:
    """Everything that the site keeps of me, as a file."""
    assert isinstance(request.user, User)
    response = JsonResponse(people.export(request.user), json_dumps_params={"indent": 2})
    response["Content-Disposition"] = 'attachment; filename="zenith-export.json"'
    response["Cache-Control"] = "no-store"
    return response


@login_required
def delete(request: HttpRequest) -> HttpResponse:
    """Delete my account, after typing my name."""
    assert isinstance(request.user, User)
    user = User.objects.get(pk=request.user.pk)
    form = DeleteAccountForm(user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        people.delete_account(user)
        logout(request)
        messages.success(request, _("Your account is deleted. Thank you for playing."))
        return redirect("home")
    status = 422 if request.method == "POST" else 200
    return render(request, "accounts/delete.html", {"form": form}, status=status)
