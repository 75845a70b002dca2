"""Admin pages of the chat, for moderators."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from common.admin_base import ReadOnly
from games.tables.models import Report
from games.talk import chat


@admin.register(Report)
class ReportAdmin(ReadOnly):
    """Reports of chat messages."""

    list_display = ("at", "message", "author", "reporter", "table", "hidden", "settled_at")
    list_filter = (("settled_at", admin.EmptyFieldListFilter),)
    list_select_related = ("message__author", "reporter")
    actions = ("hide_and_settle", "show_and_settle")

    @admin.display(description=_("message"))
    def line(self, report: Report) -> str:
        """Return the text of the message."""
        return report.message.text

    @admin.display(description=_("author"))
    def author(self, report: Report) -> str:
        """Return the author of the message."""
        return str(report.message.author or _("gone"))

    @admin.display(description=_("game"))
    def table(self, report: Report) -> int:
        """Return the number of the table."""
        return report.message.game_id

    @admin.display(description=_("hidden"), boolean=True)
    def hidden(self, report: Report) -> bool:
        """Whether the message is hidden now."""
        return report.message.hidden

    def has_settle_permission(self, request: HttpRequest) -> bool:
        """Whether the user may close reports; the permission is the one to change them."""
        return bool(request.user.has_perm("tables.change_report"))

    @admin.action(description=_("Hide the message and close the report"), permissions=["settle"])
    def hide_and_settle(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        """Hide the messages."""
        self._settle(request, reports, hidden=True)

    @admin.action(description=_("Keep the message and close the report"), permissions=["settle"])
    def show_and_settle(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        """Keep the messages, or show them again."""
        self._settle(request, reports, hidden=False)

    def _settle(self, request: HttpRequest, reports: QuerySet[Report], hidden: bool) -> None:
        for report in reports.select_related("message"):
            if report.message.author_id == request.user.pk:
                own = _("You wrote this message, so another moderator must decide.")
                self.message_user(request, own, messages.ERROR)
            else:
                chat.settle(report, hidden)
