"""Tournaments in the administration: cancel one, remove an entrant, decide a pairing.

The seeds of rounds are not shown: all tables of a round may have the same deal.
"""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.requests import SignedInRequest
from common.admin_base import ReadOnly
from games.tournaments import officiating
from games.tournaments.models import Entrant, Pairing, PairingScore, Tournament


@admin.register(Tournament)
class TournamentAdmin(ReadOnly):
    """Tournaments, the latest first."""

    list_display = ("title", "kind", "live", "stage", "host", "created_at", "starts_at")
    list_filter = ("stage", "kind", "live")
    list_select_related = ("host",)
    search_fields = ("name", "host__username", "=pk")
    ordering = ("-pk",)
    fields = readonly_fields = (
        *("title", "kind", "pace_words", "live", "duplicate", "rounds", "most", "stage", "host"),
        *("created_at", "starts_at", "started_at", "finished_at"),
    )
    actions = ("cancel",)

    def has_cancel_permission(self, request: HttpRequest) -> bool:
        """Whether the user may cancel tournaments."""
        return bool(request.user.has_perm("tournaments.change_tournament"))

    @admin.action(description=_("Cancel selected tournaments"), permissions=["cancel"])
    def cancel(self, request: HttpRequest, tournaments: QuerySet[Tournament]) -> None:
        """Cancel tournaments; running games are played on."""
        done = _("Cancelled. The players are notified, running games are played on.")
        self.for_each(request, tournaments, lambda row: officiating.cancel(row.pk), done)


@admin.register(Entrant)
class EntrantAdmin(ReadOnly):
    """The players of tournaments."""

    list_display = ("name", "tournament", "joined_at", "number", "rating", "withdrew_at", "place")
    list_filter = ("tournament__stage",)
    list_select_related = ("tournament", "user")
    search_fields = ("user__username", "tournament__name", "=tournament__pk")
    ordering = ("-joined_at",)
    fields = readonly_fields = (*list_display, "user", "bot")
    actions = ("remove",)

    def has_remove_permission(self, request: HttpRequest) -> bool:
        """Whether the user may remove players."""
        return bool(request.user.has_perm("tournaments.change_entrant"))

    @admin.action(description=_("Remove selected players"), permissions=["remove"])
    def remove(self, request: SignedInRequest, entrants: QuerySet[Entrant]) -> None:
        """Remove players; those who play at this moment lose that game."""

        def remove(entrant: Entrant) -> None:
            officiating.remove(request.user, entrant.pk)

        self.for_each(request, entrants, remove, _("Removed. The player is notified."))


@admin.register(Pairing)
class PairingAdmin(ReadOnly):
    """The pairings of the rounds and their results."""

    list_display = ("tournament", "number", "table", "nth", "first", "second", "game", "score")
    list_filter = ("score", "round__tournament__stage")
    list_select_related = ("round__tournament", "first__user", "second__user", "game")
    search_fields = (
        *("=game__id", "=round__tournament__pk", "round__tournament__name"),
        *("first__user__username", "second__user__username"),
    )
    ordering = ("-round__started_at", "table", "nth")
    fields = readonly_fields = list_display
    actions = ("first_wins", "second_wins", "draw")

    @admin.display(description=_("tournament"))
    def tournament(self, pairing: Pairing) -> str:
        """Return the title of the tournament."""
        return pairing.round.tournament.title

    @admin.display(description=_("round"))
    def number(self, pairing: Pairing) -> int:
        """Return the number of the round."""
        return pairing.round.number

    def has_decide_permission(self, request: HttpRequest) -> bool:
        """Whether the user may decide pairings."""
        return bool(request.user.has_perm("tournaments.change_pairing"))

    @admin.action(description=_("Decide: the first player wins"), permissions=["decide"])
    def first_wins(self, request: SignedInRequest, pairings: QuerySet[Pairing]) -> None:
        """Decide pairings for their first player."""
        self._decide(request, pairings, PairingScore.FIRST)

    @admin.action(description=_("Decide: the second player wins"), permissions=["decide"])
    def second_wins(self, request: SignedInRequest, pairings: QuerySet[Pairing]) -> None:
        """Decide pairings for their second player."""
        self._decide(request, pairings, PairingScore.SECOND)

    @admin.action(description=_("Decide: a draw"), permissions=["decide"])
    def draw(self, request: SignedInRequest, pairings: QuerySet[Pairing]) -> None:
        """Decide pairings as draws."""
        self._decide(request, pairings, PairingScore.DRAW)

    def _decide(
        self, request: SignedInRequest, pairings: QuerySet[Pairing], score: PairingScore
    ) -> None:
        def decide(pairing: Pairing) -> None:
            officiating.adjudicate(request.user, pairing.pk, score)

        self.for_each(request, pairings, decide, score.label)
