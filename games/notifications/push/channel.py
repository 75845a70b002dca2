"""The channel: pushes to the browsers of a user."""

from django.db.models import Exists, OuterRef
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.middleware import LastSeenMiddleware
from accounts.models import User
from games.notifications.channels import Channel, MissingAddress, register
from games.notifications.export import iso
from games.notifications.push import browsers, sending
from games.notifications.push.models import PushSubscription


@register
class PushChannel(Channel):
    """Pushes to the browsers in which a user is logged in and wants them."""

    key = sending.KEY
    label = _("push")
    missing = MissingAddress(
        _("No browser of yours gets push notifications yet:"), _("turn them on"), "#push"
    )
    fleeting = True
    trouble_template = "notifications/push/_trouble.html"
    send = staticmethod(sending.send)
    send_digest = staticmethod(sending.send_digest)

    def reached(self) -> Exists:
        """Return whether a browser takes pushes."""
        return Exists(PushSubscription.objects.awake().filter(user=OuterRef("pk")))

    def stopped(self) -> Exists:
        """Return whether a browser is no longer reached."""
        return Exists(PushSubscription.objects.filter(user=OuterRef("pk")).exclude(stopped_at=None))

    def trouble(self, request: HttpRequest, user: User) -> dict[str, object]:
        """Return the browsers that are no longer reached, to renew or to forget them."""
        device = request.COOKIES.get(LastSeenMiddleware.DEVICE, "")
        return {"browsers": browsers.unreached(user, device)}

    def addresses(self, user: User) -> list[tuple[int, str]]:
        """Return how many browsers there are."""
        count = PushSubscription.objects.awake().filter(user=user).count()
        words = ngettext("%(n)d browser", "%(n)d browsers", count) % {"n": count}
        return [(0, words)] if count else []

    def export(self, user: User) -> dict[str, object]:
        """Return the browsers without their addresses, at which anyone could push to them."""
        return {
            "browsers": [
                {
                    "browser": browser.browser,
                    "since": iso(browser.created_at),
                    "last_used": iso(browser.used_at),
                    "stopped": iso(browser.stopped_at),
                }
                for browser in user.push_subscriptions.all()
            ]
        }
