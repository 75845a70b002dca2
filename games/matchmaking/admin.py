"""Searches for a game in the administration, to read only."""

from django.contrib import admin

from common.admin_base import ReadOnly
from games.matchmaking.models import GameSearch


@admin.register(GameSearch)
class GameSearchAdmin(ReadOnly):
    """Searches, the latest first."""

    list_display = ("created_at", "user", "live", "pace_words", "reach", "state", "game")
    list_filter = ("state", "live")
    list_select_related = ("user", "game")
    search_fields = ("user__username",)
    ordering = ("-created_at",)
    fields = readonly_fields = (*list_display, "table", "expires_at", "ended_at")
