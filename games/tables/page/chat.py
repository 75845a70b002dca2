"""The chat region, and the viewer's private notes below it."""

from dataclasses import dataclass

from games.tables.models import Message
from games.tables.selectors import Seen


@dataclass(slots=True)
class Chat:
    """The chat region."""

    messages: list[Message]
    muted: bool
    plays: bool
    """Whether the viewer has a seat: only players can write, mute and take notes."""
    notes: str


def chat(seen: Seen) -> Chat:
    """Return the chat as a viewer may read it."""
    own = seen.own
    if own is None:
        return Chat(list(seen.talk()), muted=False, plays=False, notes="")
    return Chat(list(seen.talk()), muted=own.talk_muted, plays=True, notes=own.notes)
