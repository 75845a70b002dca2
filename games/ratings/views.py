"""Leaderboard pages."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from accounts.requests import viewer_of
from common.caching import keepable
from common.replicas import from_replica
from games.ratings import leaderboard as board
from games.ratings.display import shown_at
from games.ratings.due import is_running
from games.ratings.forms import LeaderboardForm
from games.ratings.models import Pool, Rating

A_PAGE = 50


@keepable
@from_replica
def leaderboard(request: HttpRequest, pool: str = Pool.DAYS) -> HttpResponse:
    """The leaderboard of a pool, with the viewer's place."""
    if pool not in Pool.values:
        raise Http404
    now = timezone.now()
    user = viewer_of(request)
    form = LeaderboardForm(request.GET, user=user)
    friends = user if form.chosen("who") == "friends" else None
    country = form.chosen("country")
    places = board.places(pool, now, country, friends)
    page = Paginator(places, A_PAGE).get_page(request.GET.get("page"))
    lines = board.lines(pool, list(page.object_list), page.start_index() - 1, now)
    is_last = not page.has_next()
    unplaced = board.provisional(pool, now, len(places), country, friends) if is_last else []
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "pool": Pool(pool),
        "pools": Pool,
        "form": form,
        "page": page,
        "lines": lines,
        "unplaced": unplaced,
        "is_recalculated": is_running(pool),
        "query": query.urlencode(),
        "rules": {
            "games": board.GAMES,
            "opponents": board.opponents_needed(pool),
            "sure": board.SURE,
            "days": board.LATELY.days,
        },
        "friends": [follow.followed for follow in friends.follows.select_related("followed")]
        if friends
        else None,
    }
    if user is not None and not user.is_guest:
        mine = Rating.objects.filter(user=user, pool=pool).first()
        place = next((n for n, (pk, _points) in enumerate(places, 1) if pk == user.pk), None)
        context |= {
            "place": place,
            "provisional_place": board.provisional_place(mine, now, len(places), country, friends)
            if mine is not None and place is None
            else None,
            "rating": shown_at(mine, now),
            "missing": board.missing(mine, pool, now),
        }
    return render(request, "ratings/leaderboard.html", context)
