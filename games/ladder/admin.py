"""Ladders in the admin: places, moving a player by hand, and the log of steps."""

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from accounts.requests import SignedInRequest
from common.admin_base import ReadOnly
from common.refusals import Refused
from games.ladder import places
from games.ladder.models import Challenge, LadderStep, Rung


class MoveForm(forms.Form):
    """The new place of a player and the reason."""

    place = forms.IntegerField(label=_("Place"), min_value=1)
    reason = forms.CharField(label=_("Reason"), max_length=200, min_length=10)


@admin.register(Rung)
class RungAdmin(ReadOnly):
    """Places on the ladders."""

    list_display = ("ladder", "place", "user", "at_once", "joined_at", "move")
    list_filter = ("ladder",)
    list_select_related = ("ladder", "user")
    search_fields = ("user__username",)
    ordering = ("ladder", "place")
    fields = readonly_fields = ("ladder", "place", "user", "at_once", "joined_at", "move")

    @admin.display(description=_("move"))
    def move(self, rung: Rung) -> str:
        """A link to the page that moves the player."""
        url = reverse("admin:ladder_rung_move", args=[rung.pk])
        return format_html('<a href="{}">{}</a>', url, _("Move …"))

    def get_urls(self) -> list[URLPattern]:
        """Add the page that moves a player."""
        view = self.admin_site.admin_view(self.move_view)
        return [path("<int:pk>/move/", view, name="ladder_rung_move"), *super().get_urls()]

    def move_view(self, request: SignedInRequest, pk: int) -> HttpResponse:
        """Ask for a place and a reason, then move the player; needs `ladder.change_rung`."""
        if not request.user.has_perm("ladder.change_rung"):
            raise PermissionDenied
        rung = get_object_or_404(Rung.objects.select_related("ladder", "user"), pk=pk)
        form = MoveForm(request.POST or None)
        if request.method == "POST" and form.is_valid():
            data = form.cleaned_data
            try:
                moved = places.move(request.user, pk, data["place"], data["reason"])
            except Refused as refused:
                form.add_error(None, str(refused))
            else:
                sentence = _("%(name)s is now in place %(place)d.")
                message = sentence % {"name": rung.name, "place": moved.place}
                self.log_change(request, rung, f"{message} {data['reason']}")
                self.message_user(request, message, messages.SUCCESS)
                return redirect("admin:ladder_rung_changelist")
        context = {
            **self.admin_site.each_context(request),
            "title": _("Move a player on a ladder"),
            "opts": self.model._meta,
            "rung": rung,
            "form": form,
        }
        status = 422 if form.is_bound else 200
        return TemplateResponse(request, "admin/ladder/rung/move.html", context, status=status)


@admin.register(LadderStep)
class StepAdmin(ReadOnly):
    """The log of steps on the ladders, including moves by staff."""

    list_display = ("at", "ladder", "rung", "before", "after", "why", "staff", "reason")
    list_filter = ("ladder", "why")
    list_select_related = ("ladder", "rung__user", "staff")
    search_fields = ("rung__user__username",)
    ordering = ("-pk",)


@admin.register(Challenge)
class ChallengeAdmin(ReadOnly):
    """Challenges on the ladders, the latest first."""

    list_display = ("at", "ladder", "challenger", "challenged", "place", "state", "game")
    list_filter = ("ladder", "state")
    list_select_related = ("ladder", "challenger__user", "challenged__user", "game")
    search_fields = ("challenger__user__username", "challenged__user__username", "=game__id")
    ordering = ("-pk",)
    fields = readonly_fields = (*list_display, "challenger_first", "started_at", "ended_at")
