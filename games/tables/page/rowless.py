"""A table without rows: the ordinary page, drawn from a game that is never saved.

Lessons and puzzles are played on it. Their moves and drafts are kept elsewhere, and their forms
lead to addresses of their own.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils import timezone

from accounts.models import User
from engine import Event
from engine import Game as EngineGame
from games.tables.models import Game, Seat, Status
from games.tables.page.table import PageQuery, TableContext, TableFacts, TablePage, table_page
from games.tables.selectors import Seen
from games.tables.services.play import keep_engine


@dataclass
class RowlessTable(Seen):
    """A table without rows as its player sees it."""

    moves: Sequence[tuple[int, list[Event]]] = field(default_factory=list)
    """(seat, events) of each move."""

    @property
    def asked(self) -> bool:
        """Whether the game waits for the player."""
        return self.seat is not None and self.seat.asked

    def events(self, after: int = 0) -> list[tuple[int, int, list[Event]]]:
        """Return (seq, seat, events) of the moves after `after`, as the player may see them."""
        return [
            (seq, seat, [event.seen_by(self.number) for event in events])
            for seq, (seat, events) in enumerate(self.moves, 1)
            if seq > after
        ]


def rowless_table(
    played: EngineGame,
    seats: Sequence[Seat],
    me: int,
    user: User | None,
    *,
    draft: Sequence[str],
    moves: Sequence[tuple[int, list[Event]]] = (),
    boards: str = "",
) -> RowlessTable:
    """Return the table of a game of two, in rows that are never saved.

    `seats`: with their players or bots, the one of the player at place `me`. `user`: the viewer.
    """
    game = Game(
        status=Status.RUNNING,
        boards=boards,
        pace=None,
        public=True,
        seq=len(moves),
        version=len(moves),
        snapshot=played.snapshot(),
        setup=played.record(),
        expires_at=timezone.now(),
    )
    asked = {number for decision in played.pending for number in decision.seats}
    for number, seat in enumerate(seats):
        seat.game, seat.number, seat.asked = game, number, number in asked
    own = seats[me]
    own.draft, own.draft_seq, own.seen_seq = list(draft), game.seq, game.seq
    keep_engine(game, played)
    return RowlessTable(game, list(seats), user, own, own, moves)


def rowless_page(
    table: RowlessTable, to: dict[str, str], query: dict[str, str], chosen: str, message: str
) -> TableContext:
    """Return the context of `tables/_table.jinja` for a table without rows.

    `to`: the addresses of its forms, and of its page as `table`. `query`: of the request.
    `chosen`: the card whose uses are shown. `message`: a refusal.
    """
    since = query.get("since", "")
    since_number = int(since[:9]) if since.isdecimal() else None
    page: TablePage = table_page(table, PageQuery(chosen, since_number))
    facts: TableFacts = {
        "number": None,
        "seq": table.game.seq,
        "since": page.since,
        "path": to["table"],
        "to": to,
        "message": message,
        "moving": True,
    }
    return {
        "page": page,
        "game": table.game,
        "table": facts,
        "to": to,
        "moving": True,
        "here": to["table"] + page.query,
    }
