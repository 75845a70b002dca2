"""Pushes end in a browser when its user logs out, and begin again at the next log-in."""

from typing import Any

from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.dispatch import receiver

from accounts.middleware import LastSeenMiddleware
from accounts.signals import SessionEnding, session_ending
from common.announcements import Order
from games.notifications.push.browsers import forget_browser, wake_browser


@session_ending.receiver(Order.NOTIFICATIONS)
def end_push_elsewhere(event: SessionEnding) -> None:
    """Send no pushes to a browser in which the user is logged out from elsewhere."""
    forget_browser(event.user, event.session)


@receiver(user_logged_out)
def end_push(sender: Any, request: Any, user: Any, **_more: Any) -> None:
    """Send no pushes to a browser in which the user logs out."""
    if user is not None:
        forget_browser(user, request.session)


@receiver(user_logged_in)
def begin_push(sender: Any, request: Any, user: Any, **_more: Any) -> None:
    """Send pushes again to a browser in which the user logs in again."""
    wake_browser(user, request.COOKIES.get(LastSeenMiddleware.DEVICE, ""), request.session)
