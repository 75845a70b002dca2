"""The stream of what concerns a user: games that start, wait and end, challenges, messages."""

from django.http import Http404
from django.utils import timezone
from django.utils.functional import cached_property
from ninja import Schema

from accounts.models import User
from games.api.gate import ApiRequest
from games.api.streams.positions import StreamPosition, is_old
from games.api.streams.stream import EventStream
from games.api.streams.watch import StreamNews
from games.endpoints.access import user_of
from games.endpoints.schemas import MessageOut, StreamLine
from games.endpoints.shown import my_game, seen_by
from games.notifications.models import Notification
from games.notifications.notifications import (
    AskedAnew,
    GameIsOver,
    Invitation,
    QuestionInTurn,
    TalkMessage,
    YourTurn,
)
from games.tables import publishing
from games.tables.models import Message
from games.tables.selectors import Seen
from games.talk.selectors import chat_messages

MOST = 50
"""Rows that are read at a time."""
EVENTS = {
    YourTurn.key: "turn",
    QuestionInTurn.key: "turn",
    AskedAnew.key: "turn",
    GameIsOver.key: "ended",
    Invitation.key: "challenge",
    TalkMessage.key: "message",
}
"""The key of a notification -> the name of its event."""


class StreamedGame:
    """A game as the reader of a stream may see it, for all events of a page."""

    def __init__(self, table: Seen) -> None:
        self.table = table

    @cached_property
    def chat(self) -> dict[int, Message]:
        """The chat as the reader may read it, by the numbers of its lines."""
        return {line.pk: line for line in chat_messages(self.table.game, self.table.user)}


class MyStream(EventStream):
    """What concerns a user, as the notifications say it, whatever of them is sent elsewhere."""

    def __init__(self, request: ApiRequest, since: str) -> None:
        user = user_of(request)
        super().__init__(request, publishing.group_of_user(user.pk))
        now = timezone.now()
        self.position = StreamPosition.read(since) if since else StreamPosition.now(user, now)
        self.is_new = True

    def new(self) -> list[Schema]:
        """Return what has happened since the position; the first line says that all is heard."""
        user, now = self._user(), timezone.now()
        rows = user.notifications.filter(pk__gt=self.position.floor, kind__in=EVENTS)
        page = list(rows.exclude(pk__in=list(self.position.beyond)).order_by("pk")[: MOST + 1])
        self.has_more = len(page) > MOST
        lines: list[Schema] = []
        if self.is_new:
            lines.append(StreamLine.model_construct(event="ready", id=str(self.position)))
        self.is_new = False
        games: dict[int, StreamedGame | None] = {}
        for row in page[:MOST]:
            self.position.add(row.pk, is_old=is_old(row, now))
            if row.game_id is not None and row.game_id not in games:
                games[row.game_id] = _seen(user, row.game_id)
            line = _line(row, games.get(row.game_id or 0), str(self.position))
            lines += [] if line is None else [line]
        return lines

    def misses(self, news: StreamNews) -> bool:
        """Whether there is a notification that has not been read."""
        latest = news.notifications.get(self._user().pk, set())
        return any(not self.position.knows(pk) for pk in latest)

    def _user(self) -> User:
        assert self.user is not None  # the operation needs `read:private`
        return self.user


def _seen(user: User, number: int) -> StreamedGame | None:
    try:
        return StreamedGame(seen_by(user, number))
    except Http404:
        return None


def _line(row: Notification, game: StreamedGame | None, position: str) -> StreamLine | None:
    """Return an event as its reader may see it now; `None` if nothing of it is left."""
    if game is None:
        return None
    table = game.table
    line = StreamLine.model_construct(
        id=position,
        event="started" if EVENTS[row.kind] == "turn" and row.seq == 0 else EVENTS[row.kind],
        at=row.at,
        game=my_game(table.game, table.seats, table.user),
    )
    if row.kind == TalkMessage.key:
        message = game.chat.get(row.data["message"])
        if message is None:
            return None
        line.message = MessageOut.of(message)
    return line
