"""Pages of matchmaking."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from accounts.requests import SignedInRequest, signed_in, viewer_of
from common.refusals import Refused
from games.matchmaking import display, searching
from games.matchmaking.forms import FindForm
from games.tables import time_words
from games.tables.timekeeping import absences


@require_http_methods(["GET", "HEAD", "POST"])
def find(request: HttpRequest) -> HttpResponse:
    """The page that finds a game: the user's searches and the search form."""
    user = viewer_of(request)
    if user is None or user.is_guest:
        status = 403 if request.method == "POST" else 200
        return render(request, "matchmaking/guest.html", status=status)
    now, status = timezone.now(), 200
    live, others = display.live(user, now), display.others(user, now)
    data = request.POST if request.method == "POST" else None
    wanted = {name: request.GET[name] for name in FindForm.base_fields if name in request.GET}
    form = FindForm.after(display.last_of(user, live), others, data, wanted)
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                return _searched(request, user, form)
            except Refused as refused:
                status = refused.status
                form.add_error(None, str(refused))
    back = absences.away_until(user, now)
    context = {
        "form": form,
        "live": live,
        "searches": display.waiting(user, now),
        "others": others,
        "most": searching.MOST_SEARCHES,
        "away": back and time_words.until(back, now),
    }
    return render(request, "matchmaking/find.html", context, status=status)


def _searched(request: HttpRequest, user: User, form: FindForm) -> HttpResponse:
    search = searching.search(user, form.wanted, form.cleaned_data["reach"])
    if search.game is not None:
        messages.success(request, _("Your game is ready. Have fun!"))
        return redirect(search.game)
    return redirect("find")


@require_POST
@signed_in
def here(request: SignedInRequest) -> HttpResponse:
    """Keep a live search alive, and redirect to its game once it is found."""
    now = timezone.now()
    alone = not request.htmx
    searching.stay(request.user, searching.BY_HAND if alone else searching.OPEN_PAGE, now=now)
    live = display.live(request.user, now)
    if alone:
        return redirect(live.game if live and live.game else "find")
    others = display.others(request.user, now)
    response = render(request, "matchmaking/_live.html", {"live": live, "others": others})
    if live and live.game:
        response["HX-Redirect"] = live.game.get_absolute_url()
    return response


@require_POST
@signed_in
def stop(request: SignedInRequest, pk: int) -> HttpResponse:
    """Stop a search."""
    searching.stop(request.user, pk)
    return redirect("find")
