"""Pages of a player: profile, games, comparison, and account."""

from collections.abc import Iterable

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from accounts import following
from accounts.models import User
from accounts.requests import SignedInRequest, signed_in, viewer_of
from common.replicas import from_replica
from games.contests import registry
from games.ratings import profile as profiles
from games.ratings.chart import chart
from games.ratings.display import shown
from games.ratings.table_cards import show_moved
from games.tables import selectors
from games.tables.lists import Card, cards
from games.tables.models import Game
from games.tables.player_facts import LATELY

A_PAGE = 20
LATEST = 5


@from_replica
def profile(request: HttpRequest, username: str) -> HttpResponse:
    """The public profile of a player."""
    now = timezone.now()
    viewer = viewer_of(request)
    person = profiles.person(username, viewer, now, registry.marks(now))
    player, own = person.user, viewer == person.user
    ratings = [rating for rating in player.ratings.order_by("pool") if rating.games]
    rating = profiles.chosen(ratings, request.GET.get("pool", ""))
    record = profiles.record(player, public=not own)
    games = _finished(player, own)[:LATEST]
    context = {
        "player": player,
        "own": own,
        "followed": person.followed,
        "blocked": person.blocked,
        "ratings": [(row, shown(row.at(now)), row == rating) for row in ratings],
        "rating": rating,
        "chart": chart(profiles.course(rating)) if rating else None,
        "record": record,
        "reliability": person.reliability,
        "lately": LATELY.days,
        "habits": profiles.habits(player, public=not own),
        "wins": profiles.best_wins(rating, public=not own) if rating else [],
        "games": _lines(games, player),
        "contest_lines": registry.profile_lines(player, now),
    }
    return render(request, "pages/profile.html", context)


@from_replica
def games_of(request: HttpRequest, username: str) -> HttpResponse:
    """The list of a player's finished games, the latest first."""
    player = get_object_or_404(User, username__iexact=username, is_active=True)
    page = Paginator(_finished(player, request.user == player), A_PAGE).get_page(
        request.GET.get("page")
    )
    context = {"player": player, "page": page, "games": _lines(page.object_list, player)}
    return render(request, "pages/games.html", context)


@from_replica
def compare(request: HttpRequest, username: str, other: str) -> HttpResponse:
    """The page that compares two players, with their games against each other."""
    now = timezone.now()
    first = get_object_or_404(User, username__iexact=username, is_active=True)
    second = get_object_or_404(User, username__iexact=other, is_active=True)
    if first == second:
        return redirect("profile", first.username)
    own = request.user in (first, second)
    met = _finished(first, own).filter(seats__user=second, players=2)
    page = Paginator(met, A_PAGE).get_page(request.GET.get("page"))
    context = {
        "first": first,
        "second": second,
        "pools": profiles.side_by_side(first, second, now),
        "tally": profiles.between(first, second, public=not own),
        "page": page,
        "games": _lines(page.object_list, first),
    }
    return render(request, "pages/compare.html", context)


def _finished(player: User, own: bool) -> QuerySet[Game]:
    games = selectors.finished(player)
    return games if own else games.filter(public=True)


def _lines(games: Iterable[Game], player: User) -> list[Card]:
    played = list(games)
    lines = cards(played, player)
    show_moved(lines, profiles.changes_by_game(player, played))
    return lines


@require_POST
@signed_in
def follow(request: SignedInRequest, username: str) -> HttpResponse:
    """Follow or unfollow a player."""
    player = get_object_or_404(User, username__iexact=username, is_active=True)
    following.follow(request.user, player, wanted=request.POST.get("follow") != "no")
    return redirect("profile", player.username)
