"""Seasons in the administration, to read only: the runner opens, starts and closes them."""

from django.contrib import admin

from common.admin_base import ReadOnly
from games.seasons.models import Division, Fixture, Season, SeasonEntry


@admin.register(Season)
class SeasonAdmin(ReadOnly):
    """The seasons, the latest first."""

    list_display = ("__str__", "state")
    list_filter = ("state",)
    ordering = ("-year", "-number")
    fields = readonly_fields = ("year", "number", "state", "starts_at", "ends_at")


@admin.register(Division)
class DivisionAdmin(ReadOnly):
    """The divisions of the seasons."""

    list_display = ("season", "level")
    list_select_related = ("season",)
    ordering = ("-season__year", "-season__number", "level")
    fields = readonly_fields = list_display


@admin.register(SeasonEntry)
class SeasonEntryAdmin(ReadOnly):
    """The players of the seasons."""

    list_display = (
        *("season", "user", "division", "place", "step"),
        *("entered_at", "withdrawn_at", "struck"),
    )
    list_filter = ("struck",)
    list_select_related = ("season", "user", "division__season")
    search_fields = ("user__username",)
    ordering = ("-entered_at",)
    fields = readonly_fields = (*list_display, "strength", "unsure")


@admin.register(Fixture)
class FixtureAdmin(ReadOnly):
    """The games of the divisions and their outcomes."""

    list_display = ("division", "round", "first", "second", "due_at", "game", "outcome", "reason")
    list_filter = ("outcome", "reason")
    list_select_related = ("division__season", "first__user", "second__user", "game")
    search_fields = ("=game__id", "first__user__username", "second__user__username")
    ordering = ("-due_at", "-pk")
    fields = readonly_fields = list_display
