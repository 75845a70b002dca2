"""The panels beside the board with the chat, and with the viewer's private notes."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from games.tables.models import Game, Message, Seat
from games.tables.providers import SidePanel
from games.talk.selectors import chat_messages


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
    """The chat panel."""

    messages: list[ChatMessage]
    muted: bool
    plays: bool
    """Whether the viewer has a seat: only players can write, mute and take notes."""
    closed: bool
    """Whether the players can't write because the same deal is played at other tables."""
    can_write: bool


def side_panels(
    game: Game, own: Seat | None, user: User | None, partial: bool
) -> Iterable[SidePanel]:
    """Return the chat, and a player's notes; without values if `partial`."""
    values = {} if partial else {"chat": _chat(game, own, user)}
    yield SidePanel("talk", "talk/_chat.jinja", values)
    if own is not None:
        yield SidePanel("notes", "talk/_notes.jinja", {} if partial else {"notes": own.notes})


def _chat(game: Game, own: Seat | None, user: User | None) -> Chat:
    """Return the chat as a viewer may read it."""
    closed = game.sealed
    return Chat(
        messages=[_message(message, user) for message in chat_messages(game, user)],
        muted=own is not None and own.talk_muted,
        plays=own is not None,
        closed=closed,
        can_write=own is not None and user is not None and not user.is_guest and not closed,
    )


def _message(message: Message, user: User | None) -> ChatMessage:
    return ChatMessage(
        number=message.pk,
        author=message.author.username if message.author else "—",
        text=message.text,
        at=message.at,
        can_be_reported=user is not None and message.author_id != user.pk,
    )
