"""Ratings as pages show them."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from games.ratings import glicko2
from games.ratings.due import is_due
from games.ratings.models import RatedGame, Rating, RatingChange, is_sure, ratings_of
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
        rating = _of_seat(seat, ratings.get(seat.user_id or 0), now)
        if rating is not None:
            shown_ratings[seat.number] = rating
    return shown_ratings


def ratings_at(games: Sequence[Game], now: datetime) -> dict[int, dict[int, ShownRating]]:
    """Return the same for several games, by game id, in one query."""
    seats = {game.pk: list(game.seats.all()) for game in games}
    users = {seat.user_id for some in seats.values() for seat in some} - {None}
    rows = {(row.user_id, row.pool): row for row in Rating.objects.filter(user__in=users)}
    ratings: dict[int, dict[int, ShownRating]] = {}
    for game in games:
        pool = pool_of(game, seats[game.pk])
        ratings[game.pk] = {
            seat.number: rating
            for seat in seats[game.pk]
            if (rating := _of_seat(seat, rows.get((seat.user_id, pool)), now)) is not None
        }
    return ratings


def _of_seat(seat: Seat, rating: Rating | None, now: datetime) -> ShownRating | None:
    """Return the rating of a bot, which is fixed, or of a player; `None` if there is none."""
    return shown(ANCHORS[seat.bot]) if seat.bot in ANCHORS else shown_at(rating, now)


def ratings_before(game: Game, seats: Sequence[Seat]) -> dict[int, int]:
    """Return the ratings of the players before a finished rated game, by seat number."""
    changes = RatingChange.objects.filter(rated__game=game).select_related("rating")
    values = {(c.rating.user_id, c.rating.bot): round(c.before_value) for c in changes}
    players = {seat.number: (seat.user_id, seat.bot) for seat in seats}
    return {number: values[player] for number, player in players.items() if player in values}


def changes_by(game: Game, seats: Sequence[Seat]) -> RatingChanges:
    """Return the rating changes of a finished game, or why it changed none."""
    rated = RatedGame.objects.filter(game=game).first()
    if rated is None:
        unrated = game.rated and game.status == Status.FINISHED
        why = _("Not counted: one side hadn't completed a turn.") if unrated else ""
        return RatingChanges(why_none=why)
    if not rated.counts and is_due(rated):
        return RatingChanges(why_none=_("The ratings are being recalculated."))
    if not rated.counts:
        why = _(
            "Not counted: you have already played ten rated games against each other this month."
        )
        return RatingChanges(why_none=why)
    names = {seat.user_id: seat.short_name for seat in seats if seat.user_id is not None}
    lines = []
    for change in rated.changes.filter(rating__bot="").select_related("rating").order_by("side"):
        before, after = shown(change.before), shown(change.after)
        name = names.get(change.rating.user_id or 0, _("gone"))
        lines.append(ShownRatingChange(name, before.short, after.short, after.value - before.value))
    return RatingChanges(lines)
