"""Notifications in one or two lines, for screens that others may see: never a hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.http import Http404
from django.utils.translation import gettext as _

from games.notifications import links, reasons
from games.notifications.delivery_errors import GiveUp
from games.notifications.messages import compose
from games.notifications.models import Notification


@dataclass(frozen=True, slots=True)
class ShortMessage:
    """A notification in one or two lines; its page at `url` asks for a sign-in."""

    notification: Notification
    title: str
    text: str
    url: str


@dataclass(frozen=True, slots=True)
class ShortDigest:
    """Several notifications as one message."""

    title: str
    messages: list[ShortMessage]
    url: str

    @property
    def text(self) -> str:
        """One line for each notification."""
        return "\n".join(f"{message.title}: {message.text}" for message in self.messages)


def short_message(notification: Notification, at: datetime) -> ShortMessage:
    """Return a notification in the current language and time zone; raises `GiveUp` if gone."""
    try:
        text = compose(notification, at)
    except Http404 as error:
        raise GiveUp(reasons.GONE) from error
    body = f"{text.headline} {text.until}".strip()
    return ShortMessage(notification, text.title, body, text.table)


def short_digest(notifications: Sequence[Notification], at: datetime) -> ShortDigest:
    """Return several notifications in this order; raises `GiveUp` if all of them are gone."""
    messages = []
    for notification in notifications:
        try:
            messages.append(short_message(notification, at))
        except GiveUp:
            continue
    if not messages:
        raise GiveUp(reasons.GONE)
    return ShortDigest(_("Your games"), messages, links.site("/"))
