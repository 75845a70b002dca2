"""Channels that remember what was sent, and fail as a test says."""

import threading
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from accounts.models import User
from games.notifications.channels import MAIL
from games.notifications.delivery_errors import TryLater
from games.notifications.models import Delivery, Notification
from games.notifications.notifications import GameIsOver
from games.notifications.record import note
from games.tables.models import Game

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
HALF_PAST = NOON + timedelta(minutes=30)
"""When the mail of what happened at noon is due."""
NIGHT = datetime(2026, 11, 22, 1, tzinfo=UTC)
MORNING = datetime(2026, 11, 22, 7, tzinfo=UTC)


class Died(BaseException):
    """The worker is killed at this moment: nothing after it happens."""


class Post:
    """All channels: remembers what was sent; `fails` says what goes wrong."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, str, tuple[str, ...]]] = []
        self.fails: Callable[[str, str], None] = lambda _channel, _name: None
        self.lock = threading.Lock()

    def letters(self, channel: str = MAIL) -> list[tuple[str, tuple[str, ...]]]:
        return [(name, keys) for on, name, keys in self.sent if on == channel]


class Line:
    """One channel of a `Post`."""

    def __init__(self, post: Post, channel: str) -> None:
        self.post, self.channel = post, channel

    def send(self, delivery: Delivery) -> None:
        self._send(delivery.notification.user, [delivery.notification])

    def send_digest(self, user: User, notifications: Sequence[Notification], now: datetime) -> None:
        self._send(user, notifications)

    def _send(self, user: User, notifications: Sequence[Notification]) -> None:
        self.post.fails(self.channel, user.username)
        with self.post.lock:
            keys = tuple(notification.key for notification in notifications)
            self.post.sent.append((self.channel, user.username, keys))


def over(user: User, name: str = "over 1", now: datetime = NOON, **fields: Any) -> Delivery:
    """Return the mail of an event that stays wanted until it is seen; fields are its game's."""
    game = Game.objects.create(status="finished", expires_at=NOON, **fields)
    game.seats.create(number=0, user=user)
    notification = note(user, GameIsOver, name, game, now=now)
    assert notification is not None
    return notification.deliveries.get(channel=MAIL)


def now_is(delivery: Delivery) -> Delivery:
    """Return a delivery as it is in the database."""
    return Delivery.objects.get(pk=delivery.pk)


def state(delivery: Delivery) -> tuple[str, str]:
    """Return the state of a delivery and its reason."""
    found = now_is(delivery)
    return found.state, found.reason


def accept(_channel: str, _name: str) -> None:
    """Take each delivery."""


def refuse(_channel: str, _name: str) -> None:
    """Ask to try again later."""
    raise TryLater("451 not now")


def die(_channel: str, _name: str) -> None:
    """Kill the worker that sends."""
    raise Died
