"""The chat region, and the viewer's private notes below it."""

from dataclasses import dataclass
from datetime import datetime

from games.tables.models import Message
from games.tables.selectors import Seen


@dataclass(slots=True)
class ChatMessage:
    """A message of the chat."""

    number: int
    """Its id."""
    author: str
    text: str
    at: datetime
    can_be_reported: bool


@dataclass(slots=True)
class Chat:
    """The chat region."""

    messages: list[ChatMessage]
    muted: bool
    plays: bool
    """Whether the viewer has a seat: only players can write, mute and take notes."""
    closed: bool
    """Whether the players can't write because the same deal is played at other tables."""
    can_write: bool
    notes: str


def chat(seen: Seen) -> Chat:
    """Return the chat as a viewer may read it."""
    own, user, closed = seen.own, seen.user, seen.game.sealed
    return Chat(
        messages=[_message(message, seen) for message in seen.talk()],
        muted=own is not None and own.talk_muted,
        plays=own is not None,
        closed=closed,
        can_write=own is not None and user is not None and not user.is_guest and not closed,
        notes=own.notes if own is not None else "",
    )


def _message(message: Message, seen: Seen) -> ChatMessage:
    return ChatMessage(
        number=message.pk,
        author=message.author.username if message.author else "—",
        text=message.text,
        at=message.at,
        can_be_reported=seen.user is not None and message.author_id != seen.user.pk,
    )
