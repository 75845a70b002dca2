"""Webhooks in the administration: without their addresses, which may hold a secret."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from common.admin_base import ReadOnly, host_of
from games.notifications.webhook import hooks
from games.notifications.webhook.models import Webhook


@admin.register(Webhook)
class WebhookAdmin(ReadOnly):
    """Webhooks of users, the latest first."""

    list_display = (
        *("user", "host", "form", "sort", "subject", "created_at"),
        *("failures", "stopped_at", "said"),
    )
    list_filter = ("form", ("stopped_at", admin.EmptyFieldListFilter))
    list_select_related = ("user",)
    search_fields = ("user__username",)
    ordering = ("-created_at",)
    fields = readonly_fields = list_display
    actions = ("restart", "remove")

    @admin.display(description=_("host"))
    def host(self, hook: Webhook) -> str:
        """Return the host of the address."""
        return host_of(hook.url)

    def has_restart_permission(self, request: HttpRequest) -> bool:
        """Whether the user may start webhooks again."""
        return bool(request.user.has_perm("notifications_webhook.change_webhook"))

    def has_remove_permission(self, request: HttpRequest) -> bool:
        """Whether the user may remove webhooks."""
        return bool(request.user.has_perm("notifications_webhook.delete_webhook"))

    @admin.action(description=_("Start selected webhooks again"), permissions=["restart"])
    def restart(self, request: HttpRequest, rows: QuerySet[Webhook]) -> None:
        """Post to webhooks again that were stopped after too many failures."""

        def restart(hook: Webhook) -> None:
            hooks.restart_webhook(hook.user, hook.pk)

        self.for_each(request, rows.select_related("user"), restart, _("Started again."))

    @admin.action(description=_("Remove selected webhooks"), permissions=["remove"])
    def remove(self, request: HttpRequest, rows: QuerySet[Webhook]) -> None:
        """Remove webhooks for good."""

        def remove(hook: Webhook) -> None:
            hooks.remove_webhook(hook.user, hook.pk)

        self.for_each(request, rows.select_related("user"), remove, _("Removed."))
