"""Opening a table, sitting down, getting up. Each view calls one service."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from accounts.refusals import Refused
from accounts.services import welcome_guest
from games.tables import selectors
from games.tables.forms import PRESETS, NewTableForm, SeatForm
from games.tables.models import Game
from games.tables.services import tables
from games.tables.services.tables import Wish

View = Callable[..., HttpResponse]


def refusing(view: View) -> View:
    """Turn a refusal into a page that says why and leads back, with its status."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Refused as refused:
            context = {"sentence": refused.sentence, "pk": kwargs.get("pk")}
            return render(request, "tables/refused.html", context, status=refused.status)

    return answer


@require_POST
@refusing
def play_a_bot(request: HttpRequest) -> HttpResponse:
    """Sit down with a bot at once; a visitor becomes a guest."""
    if isinstance(request.user, User):
        user = request.user
    else:
        user = welcome_guest(get_adapter().get_client_ip(request))
        login(request, user, backend="accounts.backends.Backend")
    return redirect(tables.play_a_bot(user, request.POST.get("bot", "")))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    """Open a table: by a preset, or by the form."""
    preset = next((p for p in PRESETS if p.name == request.POST.get("preset")), None)
    form = NewTableForm(request.POST if request.method == "POST" and preset is None else None)
    status = 200
    if request.method == "POST":
        status = 422
        try:
            if preset is not None:
                return _opened(request, preset.wish)
            if form.is_valid():
                return _opened(request, form.wish())
        except Refused as refused:
            status = refused.status
            if form.is_bound:
                form.add_error(None, str(refused))
            else:
                messages.error(request, str(refused))
    context = {"form": form, "presets": PRESETS}
    return render(request, "tables/new_table.html", context, status=status)


def _opened(request: HttpRequest, wish: Wish) -> HttpResponse:
    assert isinstance(request.user, User)
    return redirect(tables.create_table(request.user, wish))


def _acting(service: Callable[[User, int], Game]) -> View:
    """Return the view of a verb that needs nothing but who and where."""

    @require_POST
    @login_required
    @refusing
    def view(request: HttpRequest, pk: int) -> HttpResponse:
        seen = selectors.seen(request.user, pk)
        assert isinstance(request.user, User)
        game = service(request.user, seen.game.pk)
        return redirect("home" if game.status == "cancelled" else game)

    return view


@require_POST
@login_required
@refusing
def join(request: HttpRequest, pk: int) -> HttpResponse:
    """Sit down: on the seat that is asked for, or else on the first that may be had."""
    token = request.POST.get("token", "")
    selectors.seen(request.user, pk, token)
    assert isinstance(request.user, User)
    form = SeatForm(request.POST)
    if not form.is_valid():
        raise Refused(_("There is no such seat at this table."), 422)
    return redirect(tables.join_table(request.user, pk, form.cleaned_data["seat"], token))


leave = _acting(tables.leave_table)
cancel = _acting(tables.cancel_table)
rematch = _acting(tables.rematch)
