"""The replay page: the table after some of its moves, with its turns and the cards of the seats."""

from dataclasses import dataclass, replace

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine import events as e
from engine.public_types import View
from games.tables import providers
from games.tables.models import Seat
from games.tables.page.better import ShownBetterTurn, better_link, mark_better, shown_better
from games.tables.page.board import board, mark_new
from games.tables.page.board_parts import Board
from games.tables.page.cards import AgentCard, card, opened
from games.tables.page.changes import board_changes
from games.tables.page.log import MoveEvents
from games.tables.page.motion import MotionMoment, moments
from games.tables.page.result import outcome_sentence
from games.tables.page.turns import (
    ReplayAddress,
    ReplayDecision,
    ReplayTurn,
    TurnMoves,
    by_turns,
    replay_turns,
    turn_at,
    view_query,
)
from games.tables.providers import PageLine, ReplayMoment
from games.tables.selectors import Seen


@dataclass(frozen=True, slots=True)
class Eyes:
    """Whose cards a replay shows, as a link."""

    label: str
    path: str
    current: bool


@dataclass(frozen=True, slots=True)
class ReplayHand:
    """The hand of a seat."""

    seat: int
    name: str
    whose: str
    own: bool
    """Whether it is the hand of the seat at the bottom."""
    count: int
    cards: list[AgentCard] | None
    """`None` for a closed hand."""


@dataclass(frozen=True, slots=True)
class ReplaySteps:
    """Where the buttons of a replay lead; empty for no such step."""

    first: str
    turn_back: str
    back: str
    on: str
    turn_on: str
    last: str


@dataclass(slots=True)
class ReplayPage:
    """The regions of the replay page."""

    seq: int
    here: str
    """Its address, with the view that is shown."""
    board: Board
    hands: list[ReplayHand]
    turns: list[ReplayTurn]
    turn: ReplayTurn | None
    """The turn of the last move; `None` before the first move."""
    decision: ReplayDecision | None
    """The last move."""
    steps: ReplaySteps
    eyes: list[Eyes]
    """Empty while hands are closed."""
    motion: list[MotionMoment]
    """What the moves of the turn did, to be played on the board."""
    links: list[PageLine]
    """What else can be done with the moment."""
    better: ShownBetterTurn | None
    """The better turn that is drawn on the board."""
    outcome: str
    cards: list[SafeString]
    """The cards that can be opened: HTML."""

    @property
    def turn_number(self) -> int:
        """The number of the turn; 0 before the first one."""
        return 0 if self.turn is None else self.turn.number

    @property
    def last_turn(self) -> int:
        """The number of the last turn."""
        return self.turns[-1].number if self.turns else 0

    @property
    def stops(self) -> str:
        """Where the slider leads: the last moves of the turns."""
        return " ".join(["0", *(str(turn.last) for turn in self.turns)])

    @property
    def stop(self) -> int:
        """Where the slider stands."""
        return 0 if self.turn is None else self.turns.index(self.turn) + 1


def replay_page(
    seen: Seen,
    seq: int,
    address: ReplayAddress,
    token: str = "",
    *,
    better: bool = False,
    links: list[PageLine] | None = None,
) -> ReplayPage:
    """Return the replay of a game after its first `seq` moves.

    The view is that of the address: while hands are closed, that of the viewer.
    `better`: whether a better turn than the one that was played is drawn on the board. `links`:
    what else can be done with the moment of a game without rows, of which no subject knows.
    """
    eyes = address.eyes if seen.is_open else None
    me = seen.number if eyes is None else eyes
    reader = me if me == seen.number else None
    view = seen.replay_view(seq, eyes)
    moves = _moves(seen, eyes)
    turns = by_turns(moves)
    place = turn_at(turns, seq)
    replayed = replay_turns(turns, seen.seats, seq, me, reader, address)
    turn = None if place is None else replayed[place]
    game = seen.game
    over = seen.is_end(seq)
    replayed_board = board(view, seen.seats, me, over=over)
    last = moves[seq - 1] if seq else None
    changes = board_changes([last[2]] if last else (), me)
    hands = _hands(view, seen.seats, me)
    in_hands = {agent.slug for hand in hands for agent in hand.cards or ()}
    agents = replayed_board.agents | in_hands | {a.slug for a in replayed_board.piles.discard}
    starts = last is not None and bool(last[2]) and isinstance(last[2][-1], e.TurnStarted)
    moment = ReplayMoment(game, seq, seen.number, seen.is_open, starts, token)
    better_turn = None if game.pk is None else providers.better_turn(moment, seen.seats)
    drawn = None
    if better_turn is None or not better:
        mark_new(replayed_board, changes.discs, changes.agents)
    else:
        mark_better(replayed_board, better_turn, me)
        drawn = shown_better(better_turn, seen.seats, me)
    is_drawn = drawn is not None
    if links is None:
        query = view_query(eyes, better=is_drawn)
        links = list(providers.moment_links(replace(moment, query=query)))
    if better_turn is not None:
        links = [better_link(address, seq, is_drawn), *links]
    played = [] if place is None else [move for move in turns[place].moves if move[0] <= seq]
    return ReplayPage(
        seq=seq,
        here=address.at(seq, better=is_drawn),
        board=replayed_board,
        hands=hands,
        turns=replayed,
        turn=turn,
        decision=next((decision for decision in turn.decisions if decision.current), None)
        if turn
        else None,
        steps=_steps(turns, seq, game.seq, address),
        eyes=_eyes(seen, eyes, seq, address.path, better=is_drawn),
        motion=moments(played, me),
        links=links,
        better=drawn,
        outcome=outcome_sentence(game, seen.seats, seen.number) if over else "",
        cards=[opened(slug) for slug in sorted(agents)],
    )


def chosen_seat(seen: Seen, seat: str) -> int | None:
    """Return the seat that a link names, if all hands are open; `None` for all hands."""
    return int(seat) if seen.is_open and seat in map(str, range(seen.game.players)) else None


def turn_start(seen: Seen, seq: int) -> int | None:
    """Return the last move up to `seq` after which a turn begins; `None` if there is none."""
    starts = (
        number
        for number, _seat, events in reversed(seen.events())
        if number <= seq and events and isinstance(events[-1], e.TurnStarted)
    )
    return next(starts, None)


def _moves(seen: Seen, eyes: int | None) -> MoveEvents:
    """Return all moves, with what the chosen seat sees of them."""
    moves = seen.events()
    if eyes is None:
        return moves
    return [(seq, seat, [event.seen_by(eyes) for event in events]) for seq, seat, events in moves]


def _hands(view: View, seats: list[Seat], me: int | None) -> list[ReplayHand]:
    """Return the hands, those of the other side first."""
    side = (me or 0) % 2
    hands = [
        ReplayHand(
            seat=number,
            name=seats[number].short_name,
            whose="mine" if number % 2 == side else "theirs",
            own=number == (me or 0),
            count=hand["count"],
            cards=None if hand["cards"] is None else [card(slug) for slug in hand["cards"]],
        )
        for number, hand in enumerate(view["hands"])
    ]
    return sorted(hands, key=lambda hand: (hand.whose == "mine", hand.own))


def _eyes(seen: Seen, chosen: int | None, seq: int, path: str, *, better: bool) -> list[Eyes]:
    if not seen.is_open:
        return []
    views = [(_("All hands"), None), *((seat.short_name, seat.number) for seat in seen.seats)]
    return [
        Eyes(label, ReplayAddress(path, eyes).at(seq, better=better), chosen == eyes)
        for label, eyes in views
    ]


def _steps(turns: list[TurnMoves], seq: int, last: int, address: ReplayAddress) -> ReplaySteps:
    """Return the steps from a moment; a turn ends with its last move."""
    ends = [0, *(turn.last for turn in turns)]
    before = max((end for end in ends if end < seq), default=0)
    after = min((end for end in ends if end > seq), default=last)

    def to(target: int) -> str:
        return "" if target == seq else address.at(target)

    return ReplaySteps(
        first=to(0),
        turn_back=to(before),
        back=to(max(0, seq - 1)),
        on=to(min(last, seq + 1)),
        turn_on=to(after),
        last=to(last),
    )
