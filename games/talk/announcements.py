"""Announcements of the chat, sent inside the transaction of the change."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from common.announcements import Announcement
from games.tables.models import Game, Message, Seat


@dataclass(frozen=True, slots=True)
class MessageWritten:
    """A player has written a chat message."""

    game: Game
    message: Message
    readers: Sequence[Seat]
    """The other seats, without players who have muted the chat or blocked the author."""
    now: datetime


message_written = Announcement[MessageWritten]()
