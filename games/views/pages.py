"""The pages around the tables."""

from typing import Any

from django.core.paginator import Paginator
from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.models import User
from games import selectors
from games.forms import LobbyForm
from games.lists import cards
from games.models import BOT_STRENGTHS, Status
from games.previews import SPACES, preview

A_PAGE = 20
PICTURES = 12


def home(request: HttpRequest) -> HttpResponse:
    """My games; or, for a visitor, what this is."""
    if isinstance(request.user, User):
        return _home(request, request.user)
    game = selectors.table_to_watch()
    context = {
        "game": game,
        "picture": preview(game) if game else None,
        "spaces": SPACES,
        "bots": BOT_STRENGTHS,
    }
    return render(request, "games/landing.html", context)


def _home(request: HttpRequest, user: User) -> HttpResponse:
    # One more than a page tells whether there is a next one, and spares counting.
    page = max(1, int(request.GET.get("page", "1")[:6])) if _is_number(request) else 1
    start = (page - 1) * A_PAGE
    over = list(selectors.finished(user).prefetch_related(None)[start : start + A_PAGE + 1])
    going_on = selectors.active(user)
    prefetch_related_objects([*going_on, *over], selectors.SEATS)
    groups: dict[str, list[Any]] = {"turn": [], "waiting": [], "invited": [], "open": []}
    for game in going_on:
        mine = next((seat for seat in game.seats.all() if seat.user_id == user.pk), None)
        if game.status == Status.OPEN:
            groups["invited" if mine is None else "open"].append(game)
        elif mine is not None:
            groups["turn" if mine.asked else "waiting"].append(game)
    context = {
        "turn": cards(groups["turn"], user, PICTURES),
        "waiting": cards(groups["waiting"], user),
        "invited": cards(groups["invited"], user),
        "open": cards(groups["open"], user),
        "finished": cards(over[:A_PAGE], user),
        "turns": len(groups["turn"]),
        "page": page,
        "has_next": len(over) > A_PAGE,
        "spaces": SPACES,
        "bots": BOT_STRENGTHS,
    }
    return render(request, "games/home.html", context)


def _is_number(request: HttpRequest) -> bool:
    return request.GET.get("page", "").isascii() and request.GET.get("page", "").isdigit()


def lobby(request: HttpRequest) -> HttpResponse:
    """The open tables."""
    form = LobbyForm(request.GET)
    found = selectors.lobby(request.user).filter(**form.filters())
    page = Paginator(found, A_PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "form": form,
        "page": page,
        "tables": cards(page.object_list, request.user),
        "query": query.urlencode(),
    }
    return render(request, "games/lobby.html", context)


def rules(request: HttpRequest) -> HttpResponse:
    """The rules in short, the signs and the words."""
    return render(request, "games/rules.html")
