"""Admin pages of tables, for support and moderation.

Seeds, snapshots, setups and drafts are not shown. A staff member who has to view a running game
from a seat gives a reason, which is stored as an `Inspection`.
"""

import json
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from accounts.requests import SignedInRequest
from common.admin_base import ReadOnly
from common.form_fields import set_choices
from games.tables.models import Game, Heartbeat, Inspection, Move, Outage, Seat
from games.tables.selectors import closed, plays_this_deal
from games.tables.services.play import engine_game


class SeatInline(admin.TabularInline):
    """The seats of a game."""

    model = Seat
    fields = readonly_fields = ("number", "user", "bot", "invited", "asked", "turns", "seen_at")
    can_delete = False
    max_num = 0

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return false: seats can't be changed."""
        return False


class LookForm(forms.Form):
    """The seat to view a table from, and the reason."""

    seat = forms.TypedChoiceField(label=_("View the table as"), coerce=int, empty_value=None)
    reason = forms.CharField(label=_("Reason"), max_length=200, min_length=10)

    def __init__(self, seats: list[Seat], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(seat.number, f"{seat.number}: {seat.name}") for seat in seats]
        set_choices(self, "seat", [("", _("a spectator")), *choices])
        self.fields["seat"].required = False


@admin.register(Game)
class GameAdmin(ReadOnly):
    """Tables, without hidden information."""

    list_display = (
        "id",
        "status",
        "players",
        "pace_words",
        "rated",
        "public",
        "creator",
        "created_at",
    )
    list_filter = ("status", "players", "rated", "public", "access")
    list_select_related = ("creator",)
    search_fields = ("=id", "seats__user__username")
    date_hierarchy = "created_at"
    fields = (
        "status",
        "look",
        "creator",
        "access",
        "players",
        "boards",
        "secret_agents",
        "beginner",
        "pace_words",
        "league",
        "rated",
        "public",
        "seed_sha256",
        "rules_version",
        "seq",
        "folded",
        "version",
        "deadline",
        "winner",
        "ending",
        "created_at",
        "started_at",
        "finished_at",
        "expires_at",
    )
    readonly_fields = ("look", "pace_words", "seed_sha256")
    inlines = (SeatInline,)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Return the fields, with the link to the view from a seat for users who may use it."""
        return [name for name in self.fields if name != "look" or self.has_look_permission(request)]

    def has_look_permission(self, request: HttpRequest) -> bool:
        """Whether the user may view a table from a seat, which adds an inspection."""
        return bool(request.user.has_perm("tables.add_inspection"))

    @admin.display(description=_("the table"))
    def look(self, game: Game) -> str:
        """Return a link to the page that asks for a reason."""
        url = reverse("admin:tables_game_look", args=[game.pk])
        return format_html('<a href="{}">{}</a>', url, _("View from a seat …"))

    def get_urls(self) -> list[URLPattern]:
        """Add the page of the view from a seat."""
        view = self.admin_site.admin_view(self.look_view)
        return [path("<int:pk>/look/", view, name="tables_game_look"), *super().get_urls()]

    def look_view(self, request: SignedInRequest, pk: int) -> HttpResponse:
        """Ask for a reason, store it, then show the view from the seat."""
        if not (self.has_view_permission(request) and self.has_look_permission(request)):
            raise PermissionDenied
        game = get_object_or_404(Game, pk=pk)
        if plays_this_deal(request.user, game):
            raise PermissionDenied(
                _("You are playing at this table, or the same deal at another one.")
            )
        seats = list(game.seats.select_related("user"))
        form = LookForm(seats, request.POST or None)
        view = ""
        if request.method == "POST" and form.is_valid() and game.snapshot is not None:
            number = form.cleaned_data["seat"]
            Inspection.objects.create(
                game=game, staff=request.user, seat=number, reason=form.cleaned_data["reason"]
            )
            self.log_change(request, game, f"view from seat {number}")
            seen = engine_game(game).view(number)
            if game.sealed:  # the same deal is still played at other tables
                seen = closed(seen, number)
            view = json.dumps(seen, indent=2, ensure_ascii=False)
        context = {
            **self.admin_site.each_context(request),
            "title": _("View a table from a seat"),
            "opts": self.model._meta,
            "game": game,
            "form": form,
            "view": view,
        }
        status = 422 if form.is_bound and not form.is_valid() else 200
        return TemplateResponse(request, "admin/tables/game/look.html", context, status=status)


@admin.register(Inspection)
class InspectionAdmin(ReadOnly):
    """Views of running games by staff members, with their reasons."""

    list_display = ("at", "staff", "game", "seat", "reason")
    list_select_related = ("staff", "game")


@admin.register(Move)
class MoveAdmin(ReadOnly):
    """When players moved. What they did may be hidden: replays show it, each to its reader."""

    list_display = ("game", "seq", "seat", "at")
    list_select_related = ("game",)
    search_fields = ("=game__id",)
    ordering = ("-pk",)
    show_full_result_count = False
    fields = readonly_fields = list_display

    def get_queryset(self, request: HttpRequest) -> QuerySet[Move]:
        """Leave out what must not be shown, which is also long."""
        return super().get_queryset(request).defer("action", "events")


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnly):
    """The last sign of life of each worker and of the clock sweeps."""

    list_display = ("worker", "at")
    ordering = ("worker",)
    fields = readonly_fields = list_display


@admin.register(Outage)
class OutageAdmin(ReadOnly):
    """Periods in which the clock sweep did not run, and whether players have the time back."""

    list_display = ("start", "end", "live", "done", "games")
    list_filter = ("live", "done")
    ordering = ("-start",)
    fields = readonly_fields = list_display
