"""What people say in the admin: lines that somebody objects to, and lines for everybody."""

from datetime import timedelta
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.admin.base import ReadOnly
from games.models import Announcement, Report
from games.services import talk


@admin.register(Report)
class ReportAdmin(ReadOnly):
    """Lines of the talk that somebody objects to."""

    list_display = ("at", "line", "author", "reporter", "table", "hidden", "settled_at")
    list_filter = (("settled_at", admin.EmptyFieldListFilter),)
    list_select_related = ("message__author", "reporter")
    actions = ("hide_and_settle", "show_and_settle")

    @admin.display(description=_("line"))
    def line(self, report: Report) -> str:
        """What was said."""
        return report.message.text

    @admin.display(description=_("author"))
    def author(self, report: Report) -> str:
        """Who said it."""
        return str(report.message.author or _("gone"))

    @admin.display(description=_("game"))
    def table(self, report: Report) -> int:
        """At which table."""
        return report.message.game_id

    @admin.display(description=_("hidden"), boolean=True)
    def hidden(self, report: Report) -> bool:
        """Whether the line is hidden now."""
        return report.message.hidden

    def has_settle_permission(self, request: HttpRequest) -> bool:
        """Who may change reports may settle them, though not edit them."""
        return bool(request.user.has_perm("games.change_report"))

    @admin.action(description=_("Hide the line and settle"), permissions=["settle"])
    def hide_and_settle(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        """Hide the lines."""
        self._settle(request, reports, hidden=True)

    @admin.action(description=_("Leave the line and settle"), permissions=["settle"])
    def show_and_settle(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        """Leave the lines, or show them again."""
        self._settle(request, reports, hidden=False)

    def _settle(self, request: HttpRequest, reports: QuerySet[Report], hidden: bool) -> None:
        for report in reports.select_related("message"):
            if report.message.author_id == request.user.pk:
                own = _("You wrote this line: another moderator has to decide.")
                self.message_user(request, own, messages.ERROR)
            else:
                talk.settle(report, hidden)


@admin.register(Announcement)
class AnnouncementAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Lines for everybody."""

    list_display = ("text", "shown_from", "shown_until")

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """A day, unless somebody says otherwise."""
        return {"shown_until": timezone.now() + timedelta(days=1)}
