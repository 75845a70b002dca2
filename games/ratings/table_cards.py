"""Ratings and reliability on the cards of table lists."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from games.ratings.display import shown, shown_at
from games.ratings.models import Rating, RatingChange
from games.ratings.reliability import reliability_of
from games.ratings.rules import pool_of
from games.tables.lists import Card


def show_moved(lines: Iterable[Card], changes: Mapping[int, RatingChange]) -> None:
    """Set the rating change on the cards of finished games; `changes` by game id."""
    for card in lines:
        change = changes.get(card.game.pk)
        if change is not None and change.rated.counts:
            before, after = shown(change.before), shown(change.after)
            card.moved = f"{before.short} → {after.short}"


def show_creators_ratings(tables: Sequence[Card], now: datetime) -> None:
    """Set the rating of each table's creator, in the pool of the game."""
    creators = {card.game.creator_id for card in tables}
    rows = Rating.objects.filter(user__in=creators - {None})
    ratings = {(rating.user_id, rating.pool): rating for rating in rows}
    for card in tables:
        pool = pool_of(card.game, card.seats)
        card.rating = shown_at(ratings.get((card.game.creator_id, pool)), now)


def show_reliability(tables: Sequence[Card], now: datetime) -> None:
    """Set the reliability of each table's creator."""
    creators = (card.game.creator_id for card in tables)
    reliabilities = reliability_of((pk for pk in creators if pk is not None), now)
    for card in tables:
        card.reliability = reliabilities.get(card.game.creator_id or 0)
