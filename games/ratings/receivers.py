"""What ratings do when tables announce something, and what they answer to tables."""

from collections.abc import Sequence
from datetime import datetime

from django.core.cache import caches
from django.db.models import Prefetch

from accounts.signals import AccountExported, account_exported
from common.announcements import Order
from games.ratings.card_counts import card_statistics
from games.ratings.display import at_table, changes_by, ratings_before
from games.ratings.models import RatingChange
from games.ratings.rating_updates import count_again, rate_game, take_back
from games.ratings.reliability import reliability_of
from games.ratings.results import note_results
from games.ratings.rules import rated_pool
from games.symbols import statistics
from games.tables import announcements as tables
from games.tables import occasions, providers
from games.tables.models import Game, Seat, Status
from games.tables.player_facts import ShownRating

SHOWN_FOR = 60
"""Seconds for which a table shows the ratings that it has read."""


@providers.seat_ratings.provider
def seat_ratings(game: Game, seats: Sequence[Seat], now: datetime) -> dict[int, ShownRating]:
    """Return the ratings of the players at a table, by seat number; up to a minute old."""
    cache = caches["process"]
    key = f"ratings-at-table:{game.pk}:{game.status}"
    ratings: dict[int, ShownRating] | None = cache.get(key)
    if ratings is None:
        ratings = at_table(game, seats, now)
        cache.set(key, ratings, SHOWN_FOR)
    return ratings


providers.pool.provider(rated_pool)
providers.reliability.provider(reliability_of)
providers.rating_changes.provider(changes_by)
providers.ratings_before.provider(ratings_before)
statistics.statistics_of.provider(card_statistics)


@tables.ended.receiver(Order.RATINGS)
def rate(event: tables.Ended) -> None:
    """Store the results of a finished game and update its ratings."""
    is_practice = occasions.get(event.game.occasion).practice
    if event.game.status == Status.FINISHED and not is_practice:
        note_results(event.game, event.seats)
        rate_game(event.game, event.seats)


@tables.annulled.receiver(Order.RATINGS)
def take_game_back(event: tables.Revised) -> None:
    """Undo the results and rating changes of an annulled game."""
    take_back(event.game)


@tables.restored.receiver(Order.RATINGS)
def count_game_again(event: tables.Revised) -> None:
    """Count the results and ratings of a restored game again."""
    count_again(event.game, event.seats)


@account_exported.receiver(Order.RATINGS)
def export_ratings(event: AccountExported) -> None:
    """Export ratings and their history."""
    changes = RatingChange.objects.select_related("rated").order_by("rated__place")
    ratings = event.user.ratings.prefetch_related(Prefetch("changes", changes, to_attr="moved"))
    event.data["ratings"] = [
        {
            "pool": rating.pool,
            "rating": [rating.value, rating.deviation, rating.volatility],
            "games": [[change.rated.game_id, change.after_value] for change in rating.moved],
        }
        for rating in ratings
    ]
