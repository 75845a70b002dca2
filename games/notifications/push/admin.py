"""Browsers that get pushes, in the administration: without their addresses and keys."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from common.admin_base import ReadOnly, host_of
from games.notifications.push import browsers
from games.notifications.push.models import PushSubscription


@admin.register(PushSubscription)
class PushSubscriptionAdmin(ReadOnly):
    """Browsers of users, the latest first."""

    list_display = (
        *("user", "browser", "service", "is_signed_in", "created_at", "used_at"),
        *("failures", "stopped_at", "said"),
    )
    list_filter = (("stopped_at", admin.EmptyFieldListFilter),)
    list_select_related = ("user",)
    search_fields = ("user__username",)
    ordering = ("-created_at",)
    fields = readonly_fields = list_display
    actions = ("remove",)

    @admin.display(description=_("push service"))
    def service(self, row: PushSubscription) -> str:
        """Return the host of the push service."""
        return host_of(row.endpoint)

    @admin.display(description=_("logged in"), boolean=True)
    def is_signed_in(self, row: PushSubscription) -> bool:
        """Whether the user is logged in there: else it gets no pushes."""
        return bool(row.session)

    def has_remove_permission(self, request: HttpRequest) -> bool:
        """Whether the user may remove browsers."""
        return bool(request.user.has_perm("notifications_push.delete_pushsubscription"))

    @admin.action(description=_("Send selected browsers no more pushes"), permissions=["remove"])
    def remove(self, request: HttpRequest, rows: QuerySet[PushSubscription]) -> None:
        """Remove browsers; their users can turn pushes on again."""

        def remove(row: PushSubscription) -> None:
            browsers.remove_browser(row.user, row.pk)

        self.for_each(request, rows.select_related("user"), remove, _("It gets no more pushes."))
