"""The stream of a game: its moves and where it stands, as its viewer may see it."""

from random import random

from ninja import Schema

from games.api.gate import ApiRequest
from games.api.streams.stream import SOON, EventStream
from games.api.streams.watch import StreamNews, streams
from games.endpoints.schemas import GameLine
from games.endpoints.shown import moves_of, my_game, seen_by
from games.tables import publishing
from games.tables.models import Status
from games.tables.selectors import Seen

A_SPECTATOR = 0.002
"""Seconds by which each stream of a game spreads the looks of its spectators."""
LONGEST = 2.0
"""Seconds that a spectator waits at most."""
OVER = (Status.FINISHED, Status.ABORTED, Status.CANCELLED)


class GameStream(EventStream):
    """The moves of a game, each followed by where the game stands then; it ends with the game."""

    def __init__(self, request: ApiRequest, table: Seen, link: str, since: int | None) -> None:
        super().__init__(request, publishing.group(table.game.pk))
        self.game = table.game.pk
        self.plays = table.own is not None
        self.link = link
        self.seq = table.game.seq if since is None else since
        """The number of moves that have been sent."""
        self.version: int | None = None

    def new(self) -> list[Schema]:
        """Return the new moves, and the game if its version is new."""
        table = seen_by(self.user, self.game, self.link)
        game = table.game
        moves = [move for move in table.events(self.seq) if move[0] <= game.seq]
        lines: list[Schema] = [
            GameLine.model_construct(event="move", id=str(move.seq), move=move)
            for move in moves_of(table, moves)
        ]
        self.seq = moves[-1][0] if moves else self.seq
        if moves or game.version != self.version:
            summary = my_game(game, table.seats, table.user)
            lines.append(GameLine.model_construct(event="game", id=str(self.seq), game=summary))
        self.version = game.version
        self.is_over = game.status in OVER
        return lines

    def pause(self) -> float:
        """Return a time that grows with the number of spectators; players need not wait."""
        if self.plays:
            return SOON
        return SOON + random() * min(LONGEST, A_SPECTATOR * streams().of_game[self.game])

    def misses(self, news: StreamNews) -> bool:
        """Whether the game has another version, or is gone."""
        return news.versions.get(self.game) != self.version
