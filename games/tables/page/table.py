"""The table page: its regions, built for one viewer."""

from dataclasses import dataclass
from datetime import datetime
from typing import NotRequired, TypedDict
from urllib.parse import urlencode

from django.utils import timezone
from django.utils.safestring import SafeString

from games.tables import providers
from games.tables.models import Game, Status
from games.tables.page.bar import Bar, bar
from games.tables.page.board import (
    board,
    mark_away,
    mark_new,
    mark_over,
    mark_ratings,
    mark_won,
)
from games.tables.page.board_parts import Board
from games.tables.page.cards import opened
from games.tables.page.changes import board_changes
from games.tables.page.clocks import Clocks, clocks_of
from games.tables.page.decision import DecisionPanel, decision_panel
from games.tables.page.drafting import drafting
from games.tables.page.hand import Hand, drafted_hand, mark_hinted, waiting_hand
from games.tables.page.log import Log, RecentMoves, Spoken, log
from games.tables.page.motion import MotionMoment, moments
from games.tables.page.planning import PlanOffer, mark_planning
from games.tables.page.planning import offer as plan_offer
from games.tables.page.planning import planning as plan_tried
from games.tables.page.recap import RecapTurn, recap
from games.tables.page.result import GameResult, game_result
from games.tables.page.void import void_words
from games.tables.page.waiting import waiting_panel
from games.tables.providers import HintPanel, SidePanel
from games.tables.selectors import Seen
from games.tables.services import plans


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
    news: list[Spoken]
    """What other seats did, for a screen reader."""
    says: str
    """What the viewer is asked, for a screen reader."""
    bar: Bar
    board: Board
    decision: DecisionPanel
    hint: HintPanel | None
    """The hints that the viewer has taken for the open question, and the next one."""
    plan: PlanOffer | None
    """The viewer's plan, offered in the turn or shown while waiting."""
    hand: Hand
    log: Log | None
    motion: list[MotionMoment]
    """What the latest moves of other seats did, to be played on the board; else the last turn."""
    motion_is_own: bool
    """Whether it is the last turn, which is not played by itself: the viewer has seen it."""
    recap: list[RecapTurn]
    """The same as symbols, a line a turn."""
    seen: int
    """The number of the last move that the viewer had looked at before."""
    side_panels: list[SidePanel]
    """What other subjects show beside the board, such as the chat."""
    clocks: Clocks
    result: GameResult | None
    """`None` for a running game."""
    agents: set[str]
    """The agents whose cards can be opened."""
    partial: bool
    """Whether label, log and side panels are left out: the viewer's page shows them as they are."""
    title: str
    """What the page is called."""

    @property
    def cards(self) -> list[SafeString]:
        """The cards that can be opened: HTML."""
        return [opened(slug) for slug in sorted(self.agents)]


class TableFacts(TypedDict):
    """What the forms of a table know of it; `number` is `None` for a table without rows."""

    number: int | None
    seq: int
    since: int
    path: str
    to: dict[str, str]
    message: str
    moving: bool


class TableContext(TypedDict):
    """The context of `tables/_table.jinja`.

    `to`: the addresses of its forms and links. `moving`: whether it was opened from a mail.
    `here`: its own address. `token`: of the link that shows a private table. `menu`: the menu, if
    it is open already.
    """

    page: TablePage
    game: Game
    table: TableFacts
    to: dict[str, str]
    moving: bool
    here: str
    token: NotRequired[str]
    menu: NotRequired[SafeString]


def table_page(
    seen: Seen,
    chosen: str = "",
    since: int | None = None,
    whole_log: bool = False,
    *,
    partial: bool = False,
    planning: bool = False,
    now: datetime | None = None,
) -> TablePage:
    """Return the page of a table that has been dealt.

    `chosen`: the card of the hand whose uses are shown. `since`: the number of the last move on
    the page when the viewer loaded it. `partial`: the viewer's page shows this version of the
    table, and only drafts or chooses. `planning`: the viewer tries a turn while waiting.
    """
    now = now or timezone.now()
    game, seats, me = seen.game, seen.seats, seen.number
    over = game.status != Status.RUNNING
    linked_agents: set[str] = set()
    view = seen.view_at(game.seq) if over else seen.view()
    clocks = clocks_of(seen, view, now)
    drafted = None
    if not over:
        drafted = (plan_tried if planning else drafting)(seen, linked_agents)
    has_draft = drafted is not None and drafted.draft.actions
    partial = partial and since is not None and not over
    recent = None
    if not (partial and has_draft):
        recent = RecentMoves.of(seen, since, whole_log)
        since = recent.since
    changes = board_changes(
        [drafted.draft.events] if drafted and has_draft else recent.news if recent else (), me
    )
    table = board(drafted.draft.view if drafted else view, seats, me, over=over)
    mark_new(table, changes.discs, changes.agents)
    if not over:
        mark_away(table, seats, now)
        mark_ratings(table, providers.seat_ratings(game, seats, now), seats)
    if drafted is not None:
        panel, hand = decision_panel(drafted, table, chosen), drafted_hand(drafted, chosen)
        if planning:
            mark_planning(panel)
    else:
        panel = DecisionPanel("over", "") if over else waiting_panel(view, seats, me)
        hand = waiting_hand(view, me)
    hint = None
    if not (planning or drafted is None or panel.kind == "sealed"):
        hint = providers.hints(game, seats, seen.seat)
        mark_hinted(hand, hint.cards if hint is not None else ())
    if seen.seat is not None and not planning:
        panel.void = void_words(seen.seat.void, seen.seat, seats)
    panel.can_plan = not planning and plans.can_plan(game, seen.own, seen.user)
    chosen = chosen if panel.card else ""
    entries = None
    if recent is not None and not partial:
        entries = log(seen, recent, linked_agents, chosen)
    plan = None if over or planning else plan_offer(seen, drafted, linked_agents)
    latest = recent.latest if recent is not None else []
    is_own = recent is not None and not latest
    if recent is not None and is_own:
        latest = recent.last_turn
    occasion = None if partial else providers.occasion(game)
    result = None
    if over:
        result = game_result(seen, occasion, [side["won"] for side in view["sides"]])
        mark_over(table)
        mark_won(table, result.whose, result.discs)
    news = entries.news if entries is not None else []
    agents = linked_agents | table.agents | {agent.slug for agent in hand.cards}
    query = (
        {"since": since or 0}
        | ({"card": chosen} if chosen else {})
        | ({"log": "all"} if whole_log else {})
    )
    return TablePage(
        game=game,
        me=me,
        since=since or 0,
        query="?" + urlencode(query),
        news=news,
        says=_says(panel, clocks) if result is None else _end_says(result, news),
        bar=bar(seen, panel, clocks, occasion),
        board=table,
        decision=panel,
        hint=hint,
        plan=plan,
        hand=hand,
        log=entries,
        motion=moments(latest, me),
        motion_is_own=is_own,
        recap=recap(seen, latest, me),
        seen=seen.own.seen_seq if seen.own is not None else game.seq,
        side_panels=providers.side_panels(game, seen.own, seen.user, partial=partial),
        clocks=clocks,
        result=result,
        agents=agents,
        partial=partial,
        title=str(game),
    )


def _end_says(result: GameResult, news: list[Spoken]) -> str:
    """Return the outcome, unless the opponent's last move says it already."""
    return "" if any(result.outcome == one.text for one in news) else result.outcome


def _says(panel: DecisionPanel, clocks: Clocks) -> str:
    offer = clocks.offer.says if clocks.offer else ""
    return " ".join(part for part in (offer, panel.says) if part)
