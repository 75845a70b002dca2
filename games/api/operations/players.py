"""Reading players: ratings with their history, results, leaderboards."""

from typing import Annotated, Literal

from django.http import Http404, HttpRequest
from django.utils import timezone
from ninja import Query

from common.navigation import optional_url
from games.api import bots
from games.api.gate import token_of
from games.api.models import ApiToken
from games.api.operations.router import router
from games.endpoints.access import Scope, needs
from games.endpoints.schemas import (
    BotIn,
    LeaderboardOut,
    MeOut,
    PlaceOut,
    PlayerOut,
    RatingHistory,
    RatingOut,
    RatingPointOut,
    Tally,
)
from games.endpoints.shown import player_named, site_url
from games.ratings import leaderboard as board
from games.ratings import profile as profiles
from games.ratings.display import shown

A_PAGE = 50

PoolName = Literal["days", "live", "teams", "solo", "bots"]


@router.get("/me", tags=["Players"], response=MeOut, **needs())
def me(request: HttpRequest) -> MeOut:
    """The owner of your token, and what it may do."""
    token = token_of(request)
    return _me(token)


@router.post("/me/bot", tags=["Players"], response=MeOut, **needs(Scope.BOT))
def become_bot(request: HttpRequest, data: BotIn) -> MeOut:
    """Make your account a bot, for good, before its first rated game.

    It is marked wherever its name stands, has ratings of its own, joins only tables that welcome
    bots or invite it, and takes no part in contests of people.
    """
    token = token_of(request)
    token.user = bots.become(token.user, data.maker, data.confirm)
    return _me(token)


def _me(token: ApiToken) -> MeOut:
    user = token.user
    return MeOut(
        name=user.username, bot=user.is_bot, scopes=token.scopes, expires_at=token.expires_at
    )


@router.get("/players/{name}", tags=["Players"], response=PlayerOut)
def player(request: HttpRequest, name: str) -> PlayerOut:
    """A player with ratings and results."""
    now = timezone.now()
    user = player_named(name)
    rows = user.ratings.filter(games__gt=0).order_by("pool")
    ratings = [(row, shown(row.at(now))) for row in rows]
    results = profiles.record(user, public=True).all
    return PlayerOut(
        name=user.username,
        url=site_url(optional_url("profile", user.username)),
        guest=user.is_guest,
        bot=user.is_bot,
        bot_maker=user.bot_maker or None,
        country=user.country or None,
        about=user.about,
        ratings=[
            RatingOut(pool=row.pool, value=at.value, band=at.band, sure=at.sure, games=row.games)
            for row, at in ratings
        ],
        results=Tally(won=results.won, drawn=results.drawn, lost=results.lost),
    )


@router.get(
    "/players/{name}/ratings/{pool}",
    tags=["Players"],
    response=RatingHistory,
)
def rating_history(request: HttpRequest, name: str, pool: PoolName) -> RatingHistory:
    """The rating of a player in a pool after each of the latest games that counted."""
    user = player_named(name)
    rating = user.ratings.filter(pool=pool, games__gt=0).first()
    if rating is None:
        raise Http404
    points = [
        RatingPointOut(at=point.at, value=point.value, band=point.band)
        for point in profiles.course(rating)
    ]
    return RatingHistory(name=user.username, pool=pool, points=points)


@router.get("/leaderboards/{pool}", tags=["Players"], response=LeaderboardOut)
def leaderboard(
    request: HttpRequest,
    pool: PoolName,
    after: Annotated[int, Query(ge=0, le=10**6, description="The last place you have.")] = 0,
    country: Annotated[str, Query(max_length=2)] = "",
) -> LeaderboardOut:
    """The leaderboard of a pool: players with a certain rating, the best first."""
    now = timezone.now()
    places = board.places(pool, now, country.upper())
    rows = board.lines(pool, places[after : after + A_PAGE], after, now)
    return LeaderboardOut(
        pool=pool,
        places=[
            PlaceOut(
                place=row.place,
                name=row.user.username,
                value=row.rating.value,
                band=row.rating.band,
                score=row.score,
                games=row.games,
            )
            for row in rows
        ],
        next=after + A_PAGE if len(places) > after + A_PAGE else None,
    )
