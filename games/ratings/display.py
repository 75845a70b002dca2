"""Ratings as pages show them."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from games.ratings import glicko2
from games.ratings.models import RatedGame, Rating, is_sure, ratings_of
from games.ratings.rules import ANCHORS, pool_of
from games.tables.models import Game, Seat, Status
from games.tables.player_facts import ShownRating, ShownRatingChange
from games.tables.providers import RatingChanges


def shown(rating: glicko2.GlickoRating) -> ShownRating:
    """Return a rating rounded for pages."""
    return ShownRating(round(rating.value), round(rating.deviation), is_sure(rating))


def shown_at(rating: Rating | None, now: datetime) -> ShownRating | None:
    """Return a player's current rating for pages; `None` for a player without rated games."""
    return None if rating is None or not rating.games else shown(rating.at(now))


def at_table(game: Game, seats: Sequence[Seat], now: datetime) -> dict[int, ShownRating]:
    """Return the ratings of the players at a table in the game's pool, by seat number.

    Players without a rating in that pool are left out.
    """
    ratings = ratings_of((seat.user_id for seat in seats), pool_of(game, seats))
    shown_ratings = {}
    for seat in seats:
        rating = shown(ANCHORS[seat.bot]) if seat.bot in ANCHORS else None
        rating = rating or shown_at(ratings.get(seat.user_id or 0), now)
        if rating is not None:
            shown_ratings[seat.number] = rating
    return shown_ratings


def changes_by(game: Game, seats: Sequence[Seat]) -> RatingChanges:
    """Return the rating changes of a finished game, or why it changed none."""
    rated = RatedGame.objects.filter(game=game).first()
    if rated is None:
        unrated = game.rated and game.status == Status.FINISHED
        why = _("Not counted: one side hadn't completed a turn.") if unrated else ""
        return RatingChanges(why_none=why)
    if not rated.counts:
        why = _(
            "Not counted: you have already played ten rated games against each other this month."
        )
        return RatingChanges(why_none=why)
    names = {seat.user_id: seat.name for seat in seats if seat.user_id is not None}
    lines = []
    for change in rated.changes.filter(rating__bot="").select_related("rating").order_by("side"):
        before, after = shown(change.before), shown(change.after)
        name = names.get(change.rating.user_id or 0, _("gone"))
        lines.append(ShownRatingChange(name, before.short, after.short, after.value - before.value))
    return RatingChanges(lines)
