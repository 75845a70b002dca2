"""Admin pages of the chat, for moderators."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from common.admin_base import ReadOnly
from common.refusals import Refused
from games.tables.models import Message, Report
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
        def settle(report: Report) -> None:
            _refuse_own(request, report.message)
            chat.settle(report, hidden)

        done = _("Message hidden, report closed.") if hidden else _("Message kept, report closed.")
        self.for_each(request, reports.select_related("message"), settle, done)


@admin.register(Message)
class MessageAdmin(ReadOnly):
    """The chat of all tables, the latest first."""

    list_display = ("at", "game", "author", "text", "hidden")
    list_filter = ("hidden",)
    list_select_related = ("game", "author")
    search_fields = ("author__username", "=game__id", "text")
    ordering = ("-at", "-pk")
    show_full_result_count = False
    fields = readonly_fields = list_display
    actions = ("hide", "show")

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        """Whether the user may hide messages; the permission is the one to settle reports."""
        return bool(request.user.has_perm("tables.change_report"))

    @admin.action(description=_("Hide selected messages"), permissions=["moderate"])
    def hide(self, request: HttpRequest, lines: QuerySet[Message]) -> None:
        """Hide messages."""
        self._set_hidden(request, lines, hidden=True)

    @admin.action(description=_("Show selected messages again"), permissions=["moderate"])
    def show(self, request: HttpRequest, lines: QuerySet[Message]) -> None:
        """Show hidden messages again."""
        self._set_hidden(request, lines, hidden=False)

    def _set_hidden(self, request: HttpRequest, lines: QuerySet[Message], hidden: bool) -> None:
        def set_hidden(message: Message) -> None:
            _refuse_own(request, message)
            chat.set_hidden(message, hidden)

        done = _("The message is hidden.") if hidden else _("The message is shown.")
        self.for_each(request, lines, set_hidden, done)


def _refuse_own(request: HttpRequest, message: Message) -> None:
    if message.author_id == request.user.pk:
        raise Refused(_("You wrote this message, so another moderator must decide."), 403)
