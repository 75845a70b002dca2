"""Reviews in the admin: their state, to read only."""

from django.contrib import admin

from common.admin_base import ReadOnly
from games.review.models import Review


@admin.register(Review)
class ReviewAdmin(ReadOnly):
    """Reviews, the latest first."""

    list_display = ("game", "state", "judge", "asked_by", "asked_at", "done_at")
    list_filter = ("state", "judge")
    list_select_related = ("game", "asked_by")
    ordering = ("-asked_at",)
    fields = readonly_fields = (*list_display, "claimed_at", "total")
