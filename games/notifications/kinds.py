"""Kinds of notifications: the base classes, and the registry of all kinds.

A kind is one class. It says under which topic it stands in the settings, when it is stale, and how
it reads. Each subject has its kinds in its `notifications.py`, which is imported when all models
are ready. See "Add a kind" in docs/notifications.md.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, ClassVar

from django.http import Http404
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.registry import Registry
from games.notifications import reasons
from games.notifications.channels import MAIL, Channel
from games.notifications.models import Notification
from games.tables.models import Game, Seat
from games.tables.selectors import Seen


@dataclass(frozen=True, slots=True)
class Topic:
    """A row of the notification settings: the kinds that a user switches on and off together.

    By default all channels carry it, but for two cases: mail if not `mailed`, and if `chatty`
    those whose messages stay.
    """

    key: str
    label: Promise
    mailed: bool = True
    chatty: bool = False

    def is_default(self, channel: Channel) -> bool:
        """Whether a channel carries it by default."""
        if self.chatty:
            return channel.fleeting
        return self.mailed or channel.key != MAIL


NEWS = Topic("news", gettext_lazy("news of contests, and decisions of moderators"))


class NotificationKind(ABC):
    """A kind of notification; an instance is a notification of this kind."""

    key: ClassVar[str]
    """The value of `Notification.kind`: unique, and never changed."""
    topic: ClassVar[Topic]
    pressing: ClassVar[bool] = False
    """Whether it means that a player has to answer: in a live game it can't wait for a digest, and
    it is rather sent twice than lost."""
    mail_waits: ClassVar[bool] = True
    """Whether its mail waits for some minutes, in case the user looks at the table."""
    in_digest: ClassVar[bool] = True
    """Whether a daily or weekly digest lists it; pressing kinds are listed as open turns."""
    addressed: ClassVar[bool] = False
    """Whether it is for one address of a channel, whose number is in `data`."""
    requested: ClassVar[bool] = False
    """Whether the user has asked for this very message: no setting and no quiet hours hold it."""

    def __init__(self, notification: Notification) -> None:
        self.notification = notification

    @property
    def data(self) -> dict[str, Any]:
        """What was given to `note` besides the game."""
        data: dict[str, Any] = self.notification.data
        return data

    def label(self) -> str:
        """Return what happened, for the history: a few words."""
        return str(self.topic.label)

    def stale(self) -> str:
        """Return why it is pointless by now: a code of `reasons`; empty if it is not."""
        return ""


@dataclass(frozen=True, slots=True)
class PageText:
    """A notification that leads to a page: its title, its sentence, and the path of the page."""

    title: str
    text: str
    path: str


class PageNotification(NotificationKind):
    """A kind that leads to a page of the site, not to a table."""

    @abstractmethod
    def words(self) -> PageText:
        """Return it in the current language; raises `Http404` if what it was about is gone."""

    def link(self) -> str:
        """Return the text of the link to the page."""
        return _("Have a look")


class TableNotification(NotificationKind):
    """A kind that is about a game and leads to its table; the notification has the game."""

    @property
    def game(self) -> Game:
        """The game that it is about."""
        assert self.notification.game is not None
        return self.notification.game

    @cached_property
    def seats(self) -> list[Seat]:
        """The seats of the game, read once."""
        return list(self.game.seats.all())

    @property
    def own_seat(self) -> Seat | None:
        """The seat of the user, or the one that the user is invited to."""
        user = self.notification.user_id
        return next((seat for seat in self.seats if user in (seat.user_id, seat.invited_id)), None)

    @abstractmethod
    def headline(self, table: Seen, at: datetime) -> str:
        """Return what happened in a sentence, in the current language, as read at a moment."""


class RetiredKind(PageNotification):
    """A stored notification whose kind no installed subject has."""

    key = ""
    topic = Topic("", gettext_lazy("a notification of an earlier version"))

    def stale(self) -> str:
        """Return that it does not matter any more."""
        return reasons.GONE

    def words(self) -> PageText:
        """Raise `Http404`: nothing is known of it."""
        raise Http404


_kinds = Registry[type[NotificationKind]]("kinds of notifications")


def register[Kind: type[NotificationKind]](kind: Kind) -> Kind:
    """Register a kind; a decorator of its class. Raises `ValueError` if its key is taken."""
    _kinds.add(kind.key, kind)
    return kind


def kinds() -> tuple[type[NotificationKind], ...]:
    """Return all kinds, in the order of their registration."""
    return tuple(_kinds.values())


def topics() -> tuple[Topic, ...]:
    """Return the rows of the settings, each once: the topics of all kinds but requested ones."""
    return tuple(dict.fromkeys(kind.topic for kind in kinds() if not kind.requested))


def kind_of(notification: Notification) -> NotificationKind:
    """Return a stored notification as an instance of its kind."""
    return _kinds.get(notification.kind, RetiredKind)(notification)


def pressing_keys() -> list[str]:
    """Return the keys of the pressing kinds."""
    return [kind.key for kind in kinds() if kind.pressing]


def digest_keys() -> list[str]:
    """Return the keys of the kinds that a digest lists besides open turns."""
    return [kind.key for kind in kinds() if kind.in_digest and not kind.pressing]
