"""Ratings, their ledger and results in the administration, to read only."""

from django.contrib import admin

from common.admin_base import ReadOnly
from games.ratings.models import PlayerResult, RatedGame, Rating, RatingChange, Recalculation


@admin.register(Rating)
class RatingAdmin(ReadOnly):
    """The ratings of players and bots."""

    list_display = ("user", "bot", "pool", "value", "deviation", "games", "last_at")
    list_filter = ("pool",)
    list_select_related = ("user",)
    search_fields = ("user__username",)
    ordering = ("-last_at",)
    fields = readonly_fields = (*list_display, "volatility", "opponents")


@admin.register(RatedGame)
class RatedGameAdmin(ReadOnly):
    """The ledger: rated games in the order in which they count."""

    list_display = ("pool", "place", "game", "at", "counts")
    list_filter = ("pool", "counts")
    list_select_related = ("game",)
    search_fields = ("=game__id",)
    ordering = ("-at", "-pk")
    show_full_result_count = False
    fields = readonly_fields = list_display


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnly):
    """What each game of the ledger changed."""

    list_display = ("rated", "rating", "score", "before_value", "after_value")
    list_select_related = ("rated", "rating__user")
    search_fields = ("=rated__game__id", "rating__user__username")
    ordering = ("-pk",)
    show_full_result_count = False
    fields = readonly_fields = (*list_display, "before_deviation", "after_deviation", "before_at")


@admin.register(PlayerResult)
class PlayerResultAdmin(ReadOnly):
    """Results of finished games, a row a player."""

    list_display = ("at", "game", "user", "opponent", "pool", "score", "completed")
    list_filter = ("pool", "completed")
    list_select_related = ("game", "user", "opponent")
    search_fields = ("=game__id", "user__username")
    ordering = ("-at", "-pk")
    show_full_result_count = False
    fields = readonly_fields = (*list_display, "seat", "first", "answer_seconds")


@admin.register(Recalculation)
class RecalculationAdmin(ReadOnly):
    """Recalculations, the latest first."""

    list_display = ("pool", "began_at", "done_at", "games", "slices")
    list_filter = ("pool",)
    ordering = ("-began_at",)
    fields = readonly_fields = (*list_display, "claimed_until")
