"""Leaderboards: who is surely good, and what somebody is missing to be on one."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.ratings import glicko2
from games.ratings.display import shown
from games.ratings.models import Pool, Rating, periods
from games.tables.player_facts import ShownRating

SURE = 90
"""The deviation, as pages round it, that no player on a leaderboard exceeds."""
LEAST_SURE = SURE + 0.5
GAMES = 15
LATELY = timedelta(days=60)


def opponents_needed(pool: str) -> int:
    """Return against how many others one must have played; there are only three bots."""
    return 2 if pool == Pool.SOLO else 5


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """A place on a leaderboard."""

    place: int
    user: User
    rating: ShownRating
    score: int
    games: int


def points(rating: glicko2.GlickoRating) -> float:
    """Return what a place depends on: what somebody is at least, with 97 %."""
    return rating.value - 2 * rating.deviation


def places(
    pool: str, now: datetime, country: str = "", friends_of: User | None = None
) -> list[tuple[int, float]]:
    """Return (id of the user, points) of everybody on a leaderboard, the best first.

    `country`: only those from there; `friends_of`: only whom this user follows, and the user.
    """
    on_it: QuerySet[Rating] = Rating.objects.filter(
        pool=pool,
        user__is_active=True,
        games__gte=GAMES,
        opponents__gte=opponents_needed(pool),
        last_at__gt=now - LATELY,
        deviation__lte=LEAST_SURE,
    )
    if country:
        on_it = on_it.filter(user__country=country)
    if friends_of is not None:
        followed = friends_of.follows.values("followed")
        on_it = on_it.filter(user__in=followed) | on_it.filter(user=friends_of)
    # Plain numbers: rows would take three times as long, and there are thousands.
    numbers = on_it.values_list("user_id", "value", "deviation", "volatility", "last_at")
    aged = [
        (user or 0, glicko2.aged(glicko2.GlickoRating(*rating), periods(last_at, now)))
        for user, *rating, last_at in numbers
    ]
    sure = [(user, points(rating)) for user, rating in aged if rating.deviation <= LEAST_SURE]
    return sorted(sure, key=lambda one: (-one[1], one[0]))


def lines(
    pool: str, found: list[tuple[int, float]], start: int, now: datetime
) -> list[LeaderboardRow]:
    """Return the lines of some of the `places`, the first of which is number `start`, from 0."""
    ids = [user for user, _points in found]
    rows = Rating.objects.filter(pool=pool, user__in=ids).select_related("user")
    ratings = {rating.user_id: rating for rating in rows}
    made = []
    for place, (user, score) in enumerate(found, start + 1):
        rating = ratings.get(user)
        if rating is not None and rating.user is not None:  # else gone since a moment ago
            at = shown(rating.at(now))
            made.append(LeaderboardRow(place, rating.user, at, round(score), rating.games))
    return made


def missing(rating: Rating | None, pool: str, now: datetime) -> list[str]:
    """Return what somebody is missing to be on a leaderboard, a sentence each."""
    rating = rating or Rating(pool=pool)
    found = []
    games = GAMES - rating.games
    if games > 0:
        words = ngettext("%(n)d more rated game", "%(n)d more rated games", games)
        found.append(words % {"n": games})
    others = opponents_needed(pool) - rating.opponents
    if others > 0:
        words = ngettext("%(n)d more opponent", "%(n)d more opponents", others)
        found.append(words % {"n": others})
    if rating.games and (rating.last_at is None or rating.last_at <= now - LATELY):
        found.append(_("a rated game in the last 60 days"))
    deviation = rating.at(now).deviation
    if deviation > LEAST_SURE and not found:
        sure = _("a more certain rating: ± %(most)d or less (yours is ± %(now)d)")
        found.append(sure % {"now": round(deviation), "most": SURE})
    return found
