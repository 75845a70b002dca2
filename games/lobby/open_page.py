"""The page of a table that has not been dealt: settings, seats and the forms to sit down."""

from collections.abc import Sequence
from datetime import datetime

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.requests import HtmxRequest, viewer_of
from games.lobby.prefilling import new_table_like
from games.lobby.qr_code import qr_code
from games.lobby.services.filling import may_fill
from games.tables import providers
from games.tables.models import Game, Seat, Status
from games.tables.page.board import reach
from games.tables.seats import own_seat
from games.tables.signs import PLANET_SIGNS
from games.tables.timekeeping import display
from games.tables.views.addresses import addresses


def open_page(
    request: HtmxRequest, game: Game, seats: Sequence[Seat], message: str, token: str, status: int
) -> HttpResponse:
    """Answer with a table that has not been dealt, as a page or a fragment."""
    context = {
        **_context(request, game, seats, token, timezone.now()),
        "message": message,
        "path": addresses(game, token)["table"],
    }
    template = "lobby/_open.html" if request.htmx else "lobby/open.html"
    return render(request, template, context, status=status)


def _context(
    request: HtmxRequest, game: Game, seats: Sequence[Seat], token: str, now: datetime
) -> dict[str, object]:
    """Return the context of the templates."""
    user = viewer_of(request)
    own = own_seat(seats, user)
    mine = user is not None and game.creator_id == user.pk
    link = request.build_absolute_uri(reverse("invitation", args=[game.pk, game.token]))
    days = game.pace is not None and not game.live
    gone = display.absences_to_come((s.user_id for s in seats), now) if days else {}
    rated = providers.seat_ratings(game, seats, now)
    others = {seat.user_id for seat in seats if seat.user_id and seat.user != user}
    reliable = providers.reliability(others, now)
    entries = [
        {
            "seat": seat,
            "rating": rated.get(seat.number),
            "reliability": reliable.get(seat.user_id or 0),
            "week": display.week_words(seat.user, now) if days and seat.user else [],
            "absences": gone.get(seat.user_id or 0, []),
            "me": own is not None and seat.pk == own.pk,
            "kept_for_me": user is not None and seat.invited_id == user.pk,
            "may_sit": user is not None and _may_sit(user, game, seat, token),
            "reach": [
                (PLANET_SIGNS[planet], planet) for planet in reach(game.players, seat.number)
            ],
            "free": not seat.user_id and not seat.bot,
            "team": seat.side + 1,
        }
        for seat in seats
    ]
    shown_link = link if (mine or own) and game.status == Status.OPEN else ""
    return {
        "game": game,
        "seats": entries,
        "sides": [entries[0::2], entries[1::2]],
        "sits": own is not None,
        "invited": any(entry["kept_for_me"] for entry in entries),
        "mine": mine,
        "may_fill": game.status == Status.OPEN and may_fill(user, game, seats),
        "link": shown_link,
        "qr_code": qr_code(shown_link) if shown_link else "",
        "token": token,
        "expired": game.status == Status.CANCELLED,
        "again": _again(game, seats, own),
        "here": request.path,
    }


def _may_sit(user: User, game: Game, seat: Seat, token: str) -> bool:
    """Whether a user is offered a seat: a guest only by the link, or if it is kept for them."""
    expected = bool(token) or seat.invited_id == user.pk
    return not user.is_guest or (expected and not game.rated)


def _again(game: Game, seats: Sequence[Seat], own: Seat | None) -> str:
    """Return the form that opens a closed table again: for those at it, with the same settings."""
    if game.status != Status.CANCELLED or own is None:
        return reverse("new_table")
    holders = [seat.user or seat.bot or None for seat in seats]
    return new_table_like(game, holders, own.number)
