"""What ratings add to lists of tables."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from games.ratings.display import shown, shown_at
from games.ratings.models import Rating, RatingChange
from games.ratings.reliability import reliability_of
from games.ratings.rules import pool_of
from games.tables.lists import Card


def show_moved(lines: Iterable[Card], changes: Mapping[int, RatingChange]) -> None:
    """Put on finished games what they did to a rating; `changes` by the games' ids."""
    for card in lines:
        change = changes.get(card.game.pk)
        if change is not None and change.rated.counts:
            before, after = shown(change.before), shown(change.after)
            card.moved = f"{before.short} → {after.short}"


def show_creators_ratings(tables: Sequence[Card], now: datetime) -> None:
    """Put on tables how good who has opened them is at such games."""
    creators = {card.game.creator_id for card in tables}
    found = Rating.objects.filter(user__in=creators - {None})
    known = {(rating.user_id, rating.pool): rating for rating in found}
    for card in tables:
        pool = pool_of(card.game, card.seats)
        card.rating = shown_at(known.get((card.game.creator_id, pool)), now)


def show_reliability(tables: Sequence[Card], now: datetime) -> None:
    """Put on tables how far one can rely on who has opened them."""
    creators = (card.game.creator_id for card in tables)
    known = reliability_of((pk for pk in creators if pk is not None), now)
    for card in tables:
        card.reliability = known.get(card.game.creator_id or 0)
