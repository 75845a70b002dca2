"""The replay page: the table after some of its moves, with the last one in words."""

from dataclasses import dataclass

from django.utils.safestring import SafeString

from games.tables.page.board import board, mark_new
from games.tables.page.board_parts import Board
from games.tables.page.cards import card, opened
from games.tables.page.changes import board_changes
from games.tables.page.hand import Hand
from games.tables.page.log import Log, RecentMoves, log
from games.tables.selectors import Seen


@dataclass(slots=True)
class ReplayPage:
    """The regions of the replay page."""

    board: Board
    hand: Hand
    """The hand of the seat at the bottom."""
    log: Log
    """What the last move did."""
    mover: str
    """The player of the last move."""
    cards: list[SafeString]
    """The cards that can be opened: HTML."""


def replay_page(seen: Seen, seq: int) -> ReplayPage:
    """Return the replay of a game that is over after its first `seq` moves."""
    me = seen.number
    view = seen.view_at(seq)
    linked_agents: set[str] = set()
    moves = seen.events(max(0, seq - 1))[:1] if seq else []
    replayed_board = board(view, seen.seats, me)
    changes = board_changes([events for _seq, _seat, events in moves], me)
    mark_new(replayed_board, changes.discs, changes.agents)
    entries = log(seen, RecentMoves(0, seq, moves, me), linked_agents)
    hand = Hand([card(slug) for slug in view["hands"][me or 0]["cards"] or ()])
    agents = {agent.slug for agent in (*hand.cards, *replayed_board.discard)}
    agents |= replayed_board.agents | linked_agents
    return ReplayPage(
        board=replayed_board,
        hand=hand,
        log=entries,
        mover=seen.seats[moves[0][1]].name if moves else "",
        cards=[opened(slug) for slug in sorted(agents)],
    )
