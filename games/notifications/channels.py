"""Channels: how notifications get to players. The base class, and the registry of all channels.

Mail is part of this app. Each other channel is an app of its own: a folder here, and a line in
`CHANNELS` in the settings, which is also the order of the columns in a user's settings. Its class
stands in its `channel.py`, which is imported when all models are ready. See "A channel" in
docs/recipes.md.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db.models import Exists, Q
from django.db.models.expressions import Combinable
from django.http import HttpRequest
from django.utils.functional import Promise

from accounts.models import User
from common.registry import Registry
from games.notifications.models import Delivery, Notification

MAIL = "mail"
"""The key of the channel that every site has."""


@dataclass(frozen=True, slots=True)
class MissingAddress:
    """What the settings say to a user without an address: a sentence, and a link to add one."""

    text: Promise
    link: Promise
    url: str | Promise


class Channel(ABC):
    """A channel; one instance of each class is registered."""

    key: ClassVar[str]
    """The value of `Delivery.channel`, the name of the app's folder, and of the queue. Eight
    letters at most, never changed."""
    label: ClassVar[Promise]
    missing: ClassVar[MissingAddress]
    fleeting: ClassVar[bool] = False
    """Whether a message goes away by itself, as on a screen: by default it also carries topics
    that would be too many for other channels."""
    trouble_template: ClassVar[str] = ""
    """Shown on top of the home page to users for whom `stopped` holds."""

    @abstractmethod
    def reached(self) -> Combinable | Q:
        """Return an expression of a query of users: whether a user has an address."""

    def stopped(self) -> Exists | None:
        """Return an expression of a query of users: whether an address gets nothing any more."""
        return None

    def trouble(self, request: HttpRequest, user: User) -> dict[str, object]:
        """Return what `trouble_template` shows."""
        return {}

    def carries(self, user: User, topic: str) -> bool:
        """Return whether an address of the user is to have a topic, named by its key.

        Asked for topics that the user gets by this channel.
        """
        return True

    @abstractmethod
    def addresses(self, user: User) -> list[tuple[int, str]]:
        """Return what a user can test: a number, 0 for all addresses at once, and words."""

    @abstractmethod
    def send(self, delivery: Delivery) -> None:
        """Send one notification to its user; the notification has its user and game loaded.

        Raises `TryLater` (`Down` if it is not about this user), `GiveUp`, or
        `common.mailers.Unsure` if it may have been taken.
        """

    @abstractmethod
    def send_digest(self, user: User, notifications: Sequence[Notification], now: datetime) -> None:
        """Send several notifications as one, in this order; they have their games loaded.

        Raises the same as `send`.
        """

    def export(self, user: User) -> dict[str, object]:
        """Return what is kept of a user's addresses, as JSON for the data export."""
        return {}


_channels = Registry[Channel]("channels")


def register[Kind: type[Channel]](channel: Kind) -> Kind:
    """Register a channel; a decorator of its class. Raises `ValueError` if its key is taken."""
    _channels.add(channel.key, channel())
    return channel


def channels() -> tuple[Channel, ...]:
    """Return all channels in the order of the settings; mail is the last one."""
    return tuple(_channels[key] for key in settings.OUTBOX)


def channel_of(key: str) -> Channel:
    """Return a channel by its key; raises `KeyError` for one that was removed from the site."""
    return _channels[key]


def label_of(key: str) -> str:
    """Return what a channel is called on pages; its key if it was removed from the site."""
    channel = _channels.get(key)
    return str(channel.label) if channel else key
