"""Recalculations in the admin: what they have done and whether one goes on, to read only."""

from django.contrib import admin

from common.admin_base import ReadOnly
from games.ratings.models import Recalculation


@admin.register(Recalculation)
class RecalculationAdmin(ReadOnly):
    """Recalculations, the latest first."""

    list_display = ("pool", "began_at", "done_at", "games", "slices")
    list_filter = ("pool",)
    ordering = ("-began_at",)
    fields = readonly_fields = (*list_display, "claimed_until")
