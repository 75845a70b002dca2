"""Opening a table, joining it, leaving it. Each view calls one service."""

from collections.abc import Callable

from django.contrib.auth import login
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from accounts.requests import SignedInRequest, signed_in, viewer_of
from accounts.services import welcome_guest
from common.addresses import household_of
from common.own_pages import from_own_pages
from common.refusals import Refused
from games.lobby.forms import PRESETS, NewTableForm, SeatForm
from games.lobby.services import filling, open_tables, opening, rematches, seating
from games.tables import selectors
from games.tables.models import Game, Status

View = Callable[..., HttpResponse]


@require_POST
@from_own_pages
def play_a_bot(request: HttpRequest) -> HttpResponse:
    """Start a game against a bot; a visitor becomes a guest."""
    user = viewer_of(request)
    if user is None:
        user = welcome_guest(household_of(request))
        login(request, user, backend="accounts.backends.Backend")
    return redirect(opening.play_a_bot(user, request.POST.get("bot", "")))


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def new_table(request: SignedInRequest) -> HttpResponse:
    """The page that opens a table: by a preset, or by the form, which the query can fill in."""
    preset = next((p for p in PRESETS if p.name == request.POST.get("preset")), None)
    if preset is not None:
        return redirect(opening.create_table(request.user, preset.wish))
    form, status = NewTableForm.prefilled(request.GET.dict()), 200
    if request.method == "POST":
        form, status = NewTableForm(request.POST), 422
        if form.is_valid():
            try:
                return redirect(opening.create_table(request.user, form.wish()))
            except Refused as refused:
                form.add_error(None, str(refused))
                status = refused.status
    again = request.method != "POST" and bool(form.initial)
    context = {"form": form, "presets": PRESETS, "again": again}
    return render(request, "lobby/new_table.html", context, status=status)


@require_POST
def join(request: HttpRequest, pk: int) -> HttpResponse:
    """Join a table: on the seat that is asked for, or else on the first free one.

    A visitor with the link can ask to play as a guest.
    """
    if viewer_of(request) is None and "guest" in request.POST:
        return _join_as_guest(request, pk)
    return _join(request, pk)


@signed_in
def _join(request: SignedInRequest, pk: int) -> HttpResponse:
    token = request.POST.get("token", "")
    selectors.seen(request.user, pk, token)
    return redirect(seating.join_table(request.user, pk, _seat(request), token))


def _join_as_guest(request: HttpRequest, pk: int) -> HttpResponse:
    """Sit down as a new guest. Without a seat there is no guest either."""
    token = request.POST.get("token", "")
    game = selectors.seen(None, pk, token).game
    seating.refuse_guests(game, is_expected=token == game.token)
    number = _seat(request)
    with transaction.atomic():
        user = welcome_guest(household_of(request))
        game = seating.join_table(user, pk, number, token)
    login(request, user, backend="accounts.backends.Backend")
    return redirect(game)


def _seat(request: HttpRequest) -> int | None:
    """Return the seat that is asked for; raises `Refused`."""
    form = SeatForm(request.POST)
    if not form.is_valid():
        raise Refused(_("There is no such seat at this table."), 422)
    number: int | None = form.cleaned_data["seat"]
    return number


@require_POST
@signed_in
def fill(request: SignedInRequest, pk: int) -> HttpResponse:
    """Fill the free seats of a table with bots."""
    selectors.seen(request.user, pk)
    return redirect(filling.fill_with_bots(request.user, pk, request.POST.get("bot", "")))


def _acting(service: Callable[[User, int], Game]) -> View:
    """Return the view that calls a service which needs only the user and the table."""

    @require_POST
    @signed_in
    def view(request: SignedInRequest, pk: int) -> HttpResponse:
        selectors.seen(request.user, pk)
        game = service(request.user, pk)
        return redirect("home" if game.status == Status.CANCELLED else game)

    return view


leave = _acting(seating.leave_table)
cancel = _acting(open_tables.cancel_table)
rematch = _acting(rematches.rematch)
