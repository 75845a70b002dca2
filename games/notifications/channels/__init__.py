"""The channels: `mail.py`, `push.py` and `webhook.py`, each with the two functions of `Sender`."""

from collections.abc import Sequence
from datetime import datetime
from importlib import import_module
from typing import Protocol, cast

from accounts.models import User
from games.notifications.models import Channel, Delivery, Notification


class TryLater(Exception):
    """The channel has not taken it, and may later; `said`: what the other end answered.

    Only for what has certainly not been sent: it is sent again.
    """

    def __init__(self, said: str = "") -> None:
        super().__init__(said)
        self.said = said


class Down(TryLater):
    """The channel takes nothing from this site now, for any recipient."""


class GiveUp(Exception):
    """The channel will never take it; `reason`: a code of `games.notifications.reasons`."""

    def __init__(self, reason: str, said: str = "") -> None:
        super().__init__(reason, said)
        self.reason = reason
        self.said = said


class Sender(Protocol):
    """What the module of a channel has.

    Both raise `TryLater` (`Down` if it is not about this user), `GiveUp`, or
    `accounts.mailers.Unsure` if it may have been taken.
    """

    def send(self, delivery: Delivery) -> None:
        """Send one notification to its user; the notification has its user and game loaded."""

    def send_digest(self, user: User, notifications: Sequence[Notification], now: datetime) -> None:
        """Send several notifications as one, in this order; they have their games loaded."""


def sender(channel: str) -> Sender:
    """Return the module of a channel; imported late, because channels read games."""
    return cast(Sender, import_module(f"games.notifications.channels.{Channel(channel).value}"))
