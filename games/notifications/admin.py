"""Notifications, their deliveries and bad addresses in the administration."""

from collections.abc import Iterable

from django.conf import settings
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from common.admin_base import ReadOnly
from games.notifications import bounces, reasons, retrying
from games.notifications.models import BadAddress, Delivery, Notification


class ChannelFilter(admin.SimpleListFilter):
    """A filter by channel."""

    title = _("channel")
    parameter_name = "by"

    def lookups(self, request: HttpRequest, model_admin: object) -> Iterable[tuple[str, str]]:
        """Return the channels."""
        return [(key, key) for key in settings.OUTBOX]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Delivery]) -> QuerySet[Delivery]:
        """Return the deliveries of the channel."""
        return queryset.filter(channel=self.value()) if self.value() else queryset


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly):
    """The outbox, the latest first."""

    list_display = ("due_at", "user", "kind", "channel", "state", "cause", "tries", "said")
    list_filter = ("state", ChannelFilter)
    list_select_related = ("notification__user",)
    search_fields = ("notification__user__username", "=notification__game__id")
    ordering = ("-due_at", "-pk")
    show_full_result_count = False
    fields = readonly_fields = (*list_display, "handed_at", "claimed_until", "unsure", "settled_at")
    actions = ("retry",)

    @admin.display(description=_("user"))
    def user(self, delivery: Delivery) -> User:
        """Return the user who is notified."""
        return delivery.notification.user

    @admin.display(description=_("kind"))
    def kind(self, delivery: Delivery) -> str:
        """Return the key of the kind of notification."""
        return delivery.notification.kind

    @admin.display(description=_("reason"))
    def cause(self, delivery: Delivery) -> str:
        """Return why it waits, was not sent or failed, as its user reads it."""
        return reasons.sentence(delivery.reason)

    def has_retry_permission(self, request: HttpRequest) -> bool:
        """Whether the user may have deliveries sent again."""
        return bool(request.user.has_perm("notifications.change_delivery"))

    @admin.action(description=_("Send selected deliveries again"), permissions=["retry"])
    def retry(self, request: HttpRequest, deliveries: QuerySet[Delivery]) -> None:
        """Send what failed anew, and what waits now."""
        done = _("The next run sends it, if it is still wanted.")
        self.for_each(request, deliveries, lambda row: retrying.retry(row.pk), done)


@admin.register(Notification)
class NotificationAdmin(ReadOnly):
    """What users were notified of, the latest first."""

    list_display = ("at", "user", "kind", "game")
    list_select_related = ("user", "game")
    search_fields = ("user__username", "=game__id")
    ordering = ("-at", "-pk")
    show_full_result_count = False
    fields = readonly_fields = (*list_display, "key", "seq")


@admin.register(BadAddress)
class BadAddressAdmin(ReadOnly):
    """Addresses to which no mail is sent, because mails came back or were reported as spam."""

    list_display = ("address", "why", "said", "at")
    list_filter = ("why",)
    search_fields = ("address",)
    ordering = ("-at",)
    fields = readonly_fields = list_display
    actions = ("trust",)

    def has_trust_permission(self, request: HttpRequest) -> bool:
        """Whether the user may have mails sent to an address again."""
        return bool(request.user.has_perm("notifications.delete_badaddress"))

    @admin.action(description=_("Send mails to selected addresses again"), permissions=["trust"])
    def trust(self, request: HttpRequest, addresses: QuerySet[BadAddress]) -> None:
        """Send mails there again."""
        done = _("Mails are sent there again.")
        self.for_each(request, addresses, lambda row: bounces.trust(row.address), done)
