"""The table page: its regions, built for one viewer."""

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from django.utils import timezone
from django.utils.safestring import SafeString

from games.tables import providers
from games.tables.models import Game, Status
from games.tables.page.bar import Bar, bar
from games.tables.page.board import board, mark_away, mark_new, mark_ratings
from games.tables.page.board_parts import Board
from games.tables.page.cards import opened
from games.tables.page.changes import board_changes
from games.tables.page.chat import Chat, chat
from games.tables.page.clocks import Clocks, clocks_of
from games.tables.page.decision import DecisionPanel, decision_panel
from games.tables.page.drafting import drafting
from games.tables.page.hand import Hand, drafted_hand, waiting_hand
from games.tables.page.log import Log, RecentMoves, log
from games.tables.page.menu import TableMenu, table_menu
from games.tables.page.result import GameResult, game_result
from games.tables.page.waiting import waiting_panel
from games.tables.selectors import Seen


@dataclass(slots=True)
class TablePage:
    """The regions of the table page, and what they share."""

    game: Game
    me: int | None
    """The number of the seat that the viewer answers for; `None` for a spectator."""
    since: int
    """The number of the last move that is not new."""
    query: str
    """The query by which the page fetches itself."""
    message: str
    """Why the viewer's request was refused."""
    news: str
    """What a screen reader says when the table has changed."""
    bar: Bar
    menu: TableMenu
    board: Board
    decision: DecisionPanel
    hand: Hand
    log: Log
    chat: Chat
    clocks: Clocks
    result: GameResult | None
    """`None` for a running game."""
    cards: list[SafeString]
    """The cards that can be opened: HTML."""


def table_page(
    seen: Seen,
    chosen: str = "",
    since: int | None = None,
    whole_log: bool = False,
    message: str = "",
    *,
    now: datetime | None = None,
) -> TablePage:
    """Return the page of a table that has been dealt.

    `chosen`: the card of the hand whose uses are shown. `since`: the number of the last move on
    the page when the viewer loaded it.
    """
    now = now or timezone.now()
    game, seats, me = seen.game, seen.seats, seen.number
    over = game.status != Status.RUNNING
    recent = RecentMoves.of(seen, since, whole_log)
    linked_agents: set[str] = set()
    view = seen.view_at(game.seq) if over else seen.view()
    clocks = clocks_of(seen, view, now)
    drafted = None if over else drafting(seen, linked_agents)
    has_draft = drafted is not None and drafted.draft.actions
    changes = board_changes([drafted.draft.events] if drafted and has_draft else recent.news, me)
    table = board(drafted.draft.view if drafted else view, seats, me)
    mark_new(table, changes.discs, changes.agents)
    if not over:
        mark_away(table, seats, now)
        mark_ratings(table, providers.seat_ratings(game, seats, now), seats)
    if drafted is not None:
        panel, hand = decision_panel(drafted, table, chosen), drafted_hand(drafted, chosen)
    else:
        panel = DecisionPanel("over", "") if over else waiting_panel(view, seats, me)
        hand = waiting_hand(view, me)
    chosen = chosen if panel.card else ""
    entries = log(seen, recent, linked_agents, chosen)
    occasion = providers.occasion(game)
    agents = linked_agents | table.agents | {agent.slug for agent in hand.cards}
    query = (
        {"since": recent.since}
        | ({"card": chosen} if chosen else {})
        | ({"log": "all"} if whole_log else {})
    )
    return TablePage(
        game=game,
        me=me,
        since=recent.since,
        query="?" + urlencode(query),
        message=message,
        news=_news(panel, entries, clocks),
        bar=bar(game, panel, me, occasion),
        menu=table_menu(seen, clocks, occasion),
        board=table,
        decision=panel,
        hand=hand,
        log=entries,
        chat=chat(seen),
        clocks=clocks,
        result=game_result(seen, occasion) if over else None,
        cards=[opened(slug) for slug in sorted(agents)],
    )


def _news(panel: DecisionPanel, entries: Log, clocks: Clocks) -> str:
    offer = clocks.offer.says if clocks.offer else ""
    return " ".join(part for part in (*entries.news, offer, panel.says) if part)
