"""Puzzles in the admin: staff can withdraw one."""

from django.contrib import admin
from django.http import HttpRequest

from common.admin_base import OwnFilters
from games.puzzles.models import DailyPuzzle, Puzzle

SHOWN = ("goal", "origin", "solution", "value", "deviation", "tries", "solved", "created_at")


@admin.register(Puzzle)
class PuzzleAdmin(OwnFilters):
    """Puzzles with their ratings."""

    list_display = ("__str__", "goal", "origin", "value", "tries", "solved", "withdrawn")
    list_filter = ("goal", "origin", "withdrawn")
    fields = ("withdrawn", *SHOWN)
    readonly_fields = SHOWN

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Puzzles are mined, never written."""
        return False


@admin.register(DailyPuzzle)
class DailyPuzzleAdmin(OwnFilters):
    """The puzzles of the days; the one of a day to come can be chosen."""

    list_display = ("date", "puzzle")
    raw_id_fields = ("puzzle",)
    ordering = ("-date",)
