"""Leaderboards: players with a certain rating, and what a player still needs to be listed."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.ratings import glicko2
from games.ratings.display import shown
from games.ratings.models import Pool, Rating, periods
from games.tables.player_facts import ShownRating

SURE = 90
"""The greatest deviation on a leaderboard, rounded as on pages."""
LEAST_SURE = SURE + 0.5
GAMES = 15
LATELY = timedelta(days=60)
PROVISIONAL = 20
"""How many players with a provisional place are shown below those with one."""


def opponents_needed(pool: str) -> int:
    """Return how many different opponents a listed player needs: fewer against the three bots."""
    return 2 if pool in (Pool.SOLO, Pool.BOTS) else 5


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """A row of a leaderboard. Provisional places follow the others."""

    place: int
    user: User
    rating: ShownRating
    score: int
    games: int


def points(rating: glicko2.GlickoRating) -> float:
    """Return the score that orders a leaderboard: a lower bound of the strength, 97 % certain."""
    return rating.value - 2 * rating.deviation


def places(
    pool: str, now: datetime, country: str = "", friends_of: User | None = None
) -> list[tuple[int, float]]:
    """Return (user id, points) of all players on a leaderboard, the best first.

    `country`: only players from that country; `friends_of`: only this user and the players they
    follow.
    """
    listed = _recent(pool, now, country, friends_of).filter(**_listed(pool))
    # Plain values: model instances take three times as long, and there are thousands of rows.
    numbers = listed.values_list("user_id", "value", "deviation", "volatility", "last_at")
    aged = [
        (user or 0, glicko2.aged(glicko2.GlickoRating(*rating), periods(last_at, now)))
        for user, *rating, last_at in numbers
    ]
    sure = [(user, points(rating)) for user, rating in aged if rating.deviation <= LEAST_SURE]
    return sorted(sure, key=lambda place: (-place[1], place[0]))


def _listed(pool: str) -> dict[str, object]:
    """Return the conditions of a place, as lookups."""
    return {
        "games__gte": GAMES,
        "opponents__gte": opponents_needed(pool),
        "deviation__lte": LEAST_SURE,
    }


def _recent(pool: str, now: datetime, country: str, friends_of: User | None) -> QuerySet[Rating]:
    """Return the ratings of players with a recent game, by the filters of a leaderboard."""
    ratings = Rating.objects.filter(pool=pool, user__is_active=True, last_at__gt=now - LATELY)
    if country:
        ratings = ratings.filter(user__country=country)
    if friends_of is not None:
        followed = friends_of.follows.values("followed")
        ratings = ratings.filter(user__in=followed) | ratings.filter(user=friends_of)
    return ratings


def provisional(
    pool: str, now: datetime, places: int, country: str = "", friends_of: User | None = None
) -> list[LeaderboardRow]:
    """Return the best recent players who do not have what a place takes.

    Their places are provisional: they follow those of the `places` players who have one.
    """
    best = _unplaced(pool, now, country, friends_of).select_related("user")
    rated = [(row, row.user, row.at(now)) for row in best.order_by(_DOUBT, "pk")[:PROVISIONAL]]
    return [
        LeaderboardRow(place, user, shown(rating), round(points(rating)), row.games)
        for place, (row, user, rating) in enumerate(rated, places + 1)
        if user is not None
    ]


def provisional_place(
    rating: Rating, now: datetime, places: int, country: str = "", friends_of: User | None = None
) -> int | None:
    """Return the provisional place of a player, as in `provisional`; `None` without one."""
    unplaced = _unplaced(rating.pool, now, country, friends_of)
    if not unplaced.filter(pk=rating.pk).exists():
        return None
    doubted = unplaced.annotate(doubt=_DOUBT)
    mine = 2 * rating.deviation - rating.value
    before = doubted.filter(Q(doubt__lt=mine) | Q(doubt=mine, pk__lt=rating.pk))
    return places + before.count() + 1


_DOUBT = F("deviation") * 2 - F("value")
"""Orders as `points` does, in the database."""


def _unplaced(pool: str, now: datetime, country: str, friends_of: User | None) -> QuerySet[Rating]:
    recent = _recent(pool, now, country, friends_of).filter(games__gt=0)
    return recent.exclude(**_listed(pool))


def lines(
    pool: str, page_places: list[tuple[int, float]], start: int, now: datetime
) -> list[LeaderboardRow]:
    """Return the rows of a slice of `places` that begins at index `start`."""
    ids = [user for user, _points in page_places]
    rows = Rating.objects.filter(pool=pool, user__in=ids).select_related("user")
    ratings = {rating.user_id: rating for rating in rows}
    board_rows = []
    for place, (user, score) in enumerate(page_places, start + 1):
        rating = ratings.get(user)
        if rating is not None and rating.user is not None:  # the account may just be deleted
            at = shown(rating.at(now))
            board_rows.append(LeaderboardRow(place, rating.user, at, round(score), rating.games))
    return board_rows


def missing(rating: Rating | None, pool: str, now: datetime) -> list[str]:
    """Return what a player still needs to be on a leaderboard, a phrase each."""
    rating = rating or Rating(pool=pool)
    requirements = []
    games = GAMES - rating.games
    if games > 0:
        phrase = ngettext("%(n)d more rated game", "%(n)d more rated games", games)
        requirements.append(phrase % {"n": games})
    others = opponents_needed(pool) - rating.opponents
    if others > 0:
        phrase = ngettext("%(n)d more opponent", "%(n)d more opponents", others)
        requirements.append(phrase % {"n": others})
    if rating.games and (rating.last_at is None or rating.last_at <= now - LATELY):
        requirements.append(_("a rated game in the last 60 days"))
    deviation = rating.at(now).deviation
    if deviation > LEAST_SURE and not requirements:
        sure = _("a more certain rating: ± %(most)d or less (yours is ± %(now)d)")
        requirements.append(sure % {"now": round(deviation), "most": SURE})
    return requirements
