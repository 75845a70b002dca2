"""The home page, the landing page, the lobby and the site's announcements."""

from functools import cache
from typing import Any

from django.conf import settings
from django.db.models import BigIntegerField, DateTimeField, prefetch_related_objects
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.requests import HtmxRequest, viewer_of
from common.caching import keepable
from common.navigation import optional_url
from common.own_pages import from_own_pages
from common.prepared import PreparedQuery
from engine.agents import NUMBER
from games.contests import registry
from games.lobby import selectors as lobby_selectors
from games.lobby.forms import LobbyForm
from games.pages import announcements, watching
from games.pages.paging import PagedQuery, page_number
from games.ratings.reliability import counted, counts
from games.ratings.table_cards import show_creators_ratings, show_reliability
from games.tables import selectors
from games.tables.lists import (
    cards,
    gone_of,
    most_pressing,
)
from games.tables.models import Game, Status
from games.tables.page import cards as agents
from games.tables.player_facts import LATELY
from games.tables.previews import example, preview
from games.tables.seats import acting_seat, waits_for

PICTURES = 12
FEW = 4
"""Games from which on a home page is full: fewer leave room for panels."""
A_DAY = 24 * 60 * 60
HAND = ("punk-mari", "felis", "sir-sam", "caesar", "queen-suzanne")
"""The cards that the landing page shows, one of each planet."""
GALLERY = (
    *("h4milt0n", "gilgamesh", "captain-andreev", "r0bins0n", "archimedes", "lady-moore"),
    *("magellan", "v3rn3", "professor-zed", "suleiman", "as1m0v", "ice-june", "ramses", "gibs0n"),
    *("master-din", "bruss0l0", "khan", "dandy-muller", "ivan", "handy-luke"),
)
"""The agents whose portraits it shows."""

ACTIVE = PreparedQuery(
    lambda user, lately: selectors.active(user, counts(lately, "creator")),
    user=BigIntegerField(),
    lately=DateTimeField(),
)
FINISHED = PagedQuery(
    lambda user: selectors.finished(user).prefetch_related(None), user=BigIntegerField()
)

ROBOTS = "User-agent: *\nDisallow: /accounts/\nDisallow: /admin/\n"


@require_safe
@cache_control(max_age=A_DAY, public=True)
def robots(request: HttpRequest) -> HttpResponse:
    """What search engines may read: everything but the forms for logging in; the sitemap."""
    sitemap = optional_url("sitemap")
    listed = f"Sitemap: {settings.SITE_URL}{sitemap}\n" if sitemap else ""
    return HttpResponse(ROBOTS + listed, content_type="text/plain; charset=utf-8")


@keepable
def home(request: HttpRequest) -> HttpResponse:
    """The home page: my games, or the landing page for a visitor."""
    user = viewer_of(request)
    if user is not None:
        return _home(request, user)
    game = selectors.table_to_watch()
    context = {
        "game": game,
        "picture": preview(game) if game else example(),
        "hand": [agents.card(slug) for slug in HAND],
        "gallery": [agents.card(slug) for slug in GALLERY],
        "number": len(NUMBER),
    }
    return render(request, "pages/landing.html", context)


def _home(request: HttpRequest, user: User) -> HttpResponse:
    now = timezone.now()
    page = FINISHED.page(page_number(request), user=user.pk)
    over = page.object_list
    going_on = ACTIVE.all(user=user.pk, lately=now - LATELY)
    prefetch_related_objects([*going_on, *over], selectors.SEATS)
    groups: dict[str, list[Any]] = {"turn": [], "waiting": [], "invited": [], "open": []}
    for game in going_on:
        mine = acting_seat(list(game.seats.all()), user)
        if game.status == Status.OPEN:
            groups["invited" if mine is None else "open"].append(game)
        elif mine is not None and waits_for(mine, user):
            game.snapshot = game.state  # type: ignore[attr-defined]  # an annotation
            groups["turn"].append(game)
        elif mine is not None:
            groups["waiting"].append(game)
    gone = gone_of(going_on, now)
    invited = cards(groups["invited"], user, 0, gone, now)
    for card in invited:
        card.reliability = counted(card.game)
    live = [game for game in (*groups["turn"], *groups["waiting"]) if game.live]
    latest = max(live, key=lambda game: game.started_at, default=None)
    is_quiet = len(going_on) + len(over) < FEW and page.number == 1
    context = {
        "playing": selectors.Playing(len(groups["turn"]), latest and latest.pk),
        "turn": cards(most_pressing(groups["turn"], user), user, PICTURES, gone, now),
        "waiting": cards(groups["waiting"], user, 0, gone, now),
        "invited": invited,
        "open": cards(groups["open"], user),
        "finished": cards(over, user),
        "turns": len(groups["turn"]),
        "is_new": not (going_on or over or user.is_guest or page.number > 1),
        "is_quiet": is_quiet,
        "watch": watching.game_that_plays(user) if is_quiet else None,
        "counts_hours": any(game.pace and not game.live for game in groups["turn"]),
        "contests": registry.home(user, now),
        "page": page,
    }
    return render(request, "pages/home.html", context)


@cache
def _open_tables(**filters: Any) -> PagedQuery[Game]:
    """Return the query of the lobby with these of its few filters."""
    return PagedQuery(
        lambda user, now: lobby_selectors.open_tables(user, now).filter(**filters),
        user=BigIntegerField(),
        now=DateTimeField(),
    )


def lobby(request: HttpRequest) -> HttpResponse:
    """The lobby page: the open tables."""
    form, now = LobbyForm(request.GET), timezone.now()
    open_tables = _open_tables(**form.filters())
    page = open_tables.page(page_number(request), user=lobby_selectors.id_of(request.user), now=now)
    query = request.GET.copy()
    query.pop("page", None)
    tables = cards(page.object_list, request.user, 0, gone_of(page.object_list, now), now)
    show_creators_ratings(tables, now)
    show_reliability(tables, now)
    context = {
        "form": form,
        "page": page,
        "tables": tables,
        "query": query.urlencode(),
    }
    return render(request, "pages/lobby.html", context)


@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    """The games worth watching, which move on the page."""
    now = timezone.now()
    context = {"games": watching.games_to_watch(now), "best": watching.best_of_the_day(now)}
    return render(request, "pages/watch.html", context)


@require_POST
@from_own_pages
def close_announcement(request: HtmxRequest, pk: int) -> HttpResponse:
    """Close an announcement in this browser, and return to the page `next`."""
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}, request.is_secure()):
        back = resolve_url("home")
    response = HttpResponse() if request.htmx else HttpResponseRedirect(back)
    announcements.close(request, response, pk)
    return response
