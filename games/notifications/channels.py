"""The channels: `mail.py`, `push.py` and `webhook.py`, each with the two functions of `Sender`."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from accounts.models import User
from games.notifications.channels import mail, push, webhook
from games.notifications.models import Channel, Delivery, Notification


class Sender(Protocol):
    """The functions of a channel's module.

    Both raise `TryLater` (`Down` if it is not about this user), `GiveUp`, or
    `accounts.mailers.Unsure` if it may have been taken.
    """

    def send(self, delivery: Delivery) -> None:
        """Send one notification to its user; the notification has its user and game loaded."""

    def send_digest(self, user: User, notifications: Sequence[Notification], now: datetime) -> None:
        """Send several notifications as one, in this order; they have their games loaded."""


_SENDERS: Mapping[str, Sender] = {
    Channel.MAIL: mail,
    Channel.PUSH: push,
    Channel.WEBHOOK: webhook,
}


def sender(channel: str) -> Sender:
    """Return the module of a channel."""
    return _SENDERS[channel]
