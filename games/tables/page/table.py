"""The table page: its regions, built for one viewer."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NotRequired, TypedDict
from urllib.parse import urlencode

from django.utils import timezone
from django.utils.safestring import SafeString

from engine import Event
from engine.public_types import View
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
from games.tables.page.drafting import Drafting, drafting
from games.tables.page.hand import Hand, drafted_hand, mark_hinted, waiting_hand
from games.tables.page.log import Log, RecentMoves, Spoken, log
from games.tables.page.motion import MotionMoment, moments
from games.tables.page.planning import PlanOffer, mark_planning, planning
from games.tables.page.planning import offer as plan_offer
from games.tables.page.recap import RecapTurn, recap
from games.tables.page.result import GameResult, game_result
from games.tables.page.void import void_words
from games.tables.page.waiting import waiting_panel
from games.tables.providers import HintPanel, PageLine, SidePanel
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


@dataclass(frozen=True, slots=True)
class PageQuery:
    """What a viewer's page asks for.

    `chosen`: the card of the hand whose uses are shown. `since`: the number of the last move on
    the page when the viewer loaded it. `partial`: the viewer's page shows this version of the
    table, and only drafts or chooses.
    """

    chosen: str = ""
    since: int | None = None
    whole_log: bool = False
    partial: bool = False

    def recent(self, seen: Seen) -> RecentMoves:
        """Return the moves that the page shows."""
        return RecentMoves.of(seen, self.since, self.whole_log)


@dataclass(slots=True)
class PageParts:
    """What differs between the kinds of table pages."""

    view: View
    """The game as it is, without a draft."""
    board: Board
    decision: DecisionPanel
    hand: Hand
    recent: RecentMoves | None
    """`None` for a draft on a page that shows the log already."""
    hint: HintPanel | None = None
    plan: PlanOffer | None = None
    result: GameResult | None = None


def table_page(
    seen: Seen, query: PageQuery | None = None, *, now: datetime | None = None
) -> TablePage:
    """Return the page of a table that has been dealt."""
    query, now = query or PageQuery(), now or timezone.now()
    linked_agents: set[str] = set()
    occasion = None if query.partial else providers.occasion(seen.game)
    if seen.game.status != Status.RUNNING:
        parts = _over(seen, query, occasion)
    elif (drafted := drafting(seen, linked_agents)) is not None:
        parts = _asked(seen, query, drafted, linked_agents, now)
    else:
        parts = _waiting(seen, query, linked_agents, now)
    return _page(seen, query, parts, occasion, linked_agents, now)


def plan_page(seen: Seen, query: PageQuery) -> TablePage:
    """Return the page on which a player who waits tries a turn (`services.plans.can_plan`)."""
    now = timezone.now()
    linked_agents: set[str] = set()
    occasion = None if query.partial else providers.occasion(seen.game)
    parts = _drafted(seen, query, planning(seen, linked_agents), now)
    mark_planning(parts.decision)
    return _page(seen, query, parts, occasion, linked_agents, now)


def _over(seen: Seen, query: PageQuery, occasion: PageLine | None) -> PageParts:
    """Return the parts of a game that is over: the last position and the result."""
    game, me = seen.game, seen.number
    view, recent = seen.view_at(game.seq), query.recent(seen)
    table = board(view, seen.seats, me, over=True)
    _mark_new(table, recent.news, me)
    result = game_result(seen, occasion, [side["won"] for side in view["sides"]])
    mark_over(table)
    mark_won(table, result.whose, result.discs)
    panel = DecisionPanel("over", "", void=_void(seen))
    return PageParts(view, table, panel, waiting_hand(view, me), recent, result=result)


def _asked(
    seen: Seen, query: PageQuery, drafted: Drafting, linked_agents: set[str], now: datetime
) -> PageParts:
    """Return the parts for a player who is asked: the draft, its answers, hints and a plan."""
    parts = _drafted(seen, query, drafted, now)
    parts.decision.void = _void(seen)
    parts.decision.can_plan = plans.can_plan(seen.game, seen.own, seen.user)
    if parts.decision.kind != "sealed":
        parts.hint = providers.hints(seen.game, seen.seats, seen.seat)
        mark_hinted(parts.hand, parts.hint.cards if parts.hint is not None else ())
    if parts.decision.kind == "mulligan" and seen.own is not None:
        parts.decision.advice = providers.advice(seen.game, seen.own, parts.decision.kind)
    parts.plan = plan_offer(seen, drafted, linked_agents)
    return parts


def _waiting(seen: Seen, query: PageQuery, linked_agents: set[str], now: datetime) -> PageParts:
    """Return the parts for viewers who are not asked."""
    view, recent = seen.view(), query.recent(seen)
    table = _running_board(seen, view, recent.news, now)
    panel = waiting_panel(view, seen.seats, seen.number)
    panel.void = _void(seen)
    panel.can_plan = plans.can_plan(seen.game, seen.own, seen.user)
    plan = plan_offer(seen, None, linked_agents)
    return PageParts(view, table, panel, waiting_hand(view, seen.number), recent, plan=plan)


def _drafted(seen: Seen, query: PageQuery, drafted: Drafting, now: datetime) -> PageParts:
    """Return the parts with a draft: of a turn, or of an imagined one."""
    draft = drafted.draft
    recent = None if query.partial and draft.actions else query.recent(seen)
    events = [draft.events] if draft.actions or recent is None else recent.news
    table = _running_board(seen, draft.view, events, now)
    panel = decision_panel(drafted, table, query.chosen)
    hand = drafted_hand(drafted, query.chosen)
    return PageParts(seen.view(), table, panel, hand, recent)


def _running_board(
    seen: Seen, view: View, events: Sequence[Sequence[Event]], now: datetime
) -> Board:
    table = board(view, seen.seats, seen.number, over=False)
    _mark_new(table, events, seen.number)
    mark_away(table, seen.seats, now)
    mark_ratings(table, providers.seat_ratings(seen.game, seen.seats, now), seen.seats)
    return table


def _mark_new(table: Board, events: Sequence[Sequence[Event]], me: int | None) -> None:
    changes = board_changes(events, me)
    mark_new(table, changes.discs, changes.agents)


def _void(seen: Seen) -> str:
    """Return what has become void of the viewer's answers, in words."""
    return "" if seen.seat is None else void_words(seen.seat.void, seen.seat, seen.seats)


def _page(
    seen: Seen,
    query: PageQuery,
    parts: PageParts,
    occasion: PageLine | None,
    linked_agents: set[str],
    now: datetime,
) -> TablePage:
    """Return the page made of its parts and of what all pages have."""
    game, me, recent, panel = seen.game, seen.number, parts.recent, parts.decision
    clocks = clocks_of(seen, parts.view, now)
    chosen = query.chosen if panel.card else ""
    since = (query.since if recent is None else recent.since) or 0
    entries = None
    if recent is not None and not query.partial:
        entries = log(seen, recent, linked_agents, chosen)
    news = entries.news if entries is not None else []
    latest = recent.latest if recent is not None else []
    is_own = recent is not None and not latest
    if recent is not None and is_own:
        latest = recent.last_turn
    address = (
        {"since": since}
        | ({"card": chosen} if chosen else {})
        | ({"log": "all"} if query.whole_log else {})
    )
    return TablePage(
        game=game,
        me=me,
        since=since,
        query="?" + urlencode(address),
        news=news,
        says=_says(panel, clocks) if parts.result is None else _end_says(parts.result, news),
        bar=bar(seen, panel, clocks, occasion),
        board=parts.board,
        decision=panel,
        hint=parts.hint,
        plan=parts.plan,
        hand=parts.hand,
        log=entries,
        motion=moments(latest, me),
        motion_is_own=is_own,
        recap=recap(seen, latest, me),
        seen=seen.own.seen_seq if seen.own is not None else game.seq,
        side_panels=providers.side_panels(game, seen.own, seen.user, query.partial),
        clocks=clocks,
        result=parts.result,
        agents=linked_agents | parts.board.agents | {agent.slug for agent in parts.hand.cards},
        partial=query.partial,
        title=str(game),
    )


def _end_says(result: GameResult, news: list[Spoken]) -> str:
    """Return the outcome, unless the opponent's last move says it already."""
    return "" if any(result.outcome == line.text for line in news) else result.outcome


def _says(panel: DecisionPanel, clocks: Clocks) -> str:
    offer = clocks.offer.says if clocks.offer else ""
    return " ".join(part for part in (offer, panel.says) if part)
