"""The turns of a replay: what each seat did in its turn, decision by decision."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine import Event, Text
from engine import events as e
from engine.words import describe_event, reported
from games.symbols.happened import draw_events
from games.tables.models import Seat
from games.tables.page.log import MoveEvents, start_first
from games.tables.page.text import linked, plain, player_names


@dataclass(slots=True)
class TurnMoves:
    """The moves of a turn; those before the first turn have no seat."""

    seat: int | None
    moves: list[tuple[int, int, Sequence[Event]]] = field(default_factory=list)

    @property
    def first(self) -> int:
        """The number of its first move."""
        return self.moves[0][0]

    @property
    def last(self) -> int:
        """The number of its last move."""
        return self.moves[-1][0]

    @property
    def events(self) -> list[Event]:
        """All events, without the starts of turns."""
        return [
            event
            for _number, _seat, events in self.moves
            for event in events
            if not isinstance(event, e.TurnStarted)
        ]


def by_turns(moves: MoveEvents) -> list[TurnMoves]:
    """Return moves by turns; a move belongs to the turn in which it is made."""
    turns = [TurnMoves(None)]
    next_seat: int | None = None
    for seq, seat, events in moves:
        started = [event.seat for event in events if isinstance(event, e.TurnStarted)]
        if isinstance(next(iter(start_first(events)), None), e.TurnStarted):
            next_seat = started.pop(0)
        if next_seat is not None:
            turns.append(TurnMoves(next_seat))
        turns[-1].moves.append((seq, seat, events))
        next_seat = started[-1] if started else None
    return [turn for turn in turns if turn.moves]


@dataclass(slots=True)
class ReplayDecision:
    """A decision of a turn, with what came of it."""

    seq: int
    path: str
    """Where the replay shows the table after it."""
    sentences: list[SafeString]
    current: bool


@dataclass(slots=True)
class ReplayTurn:
    """A turn in the list of a replay."""

    number: int
    """0: the mulligan."""
    name: str
    whose: str
    first: int
    last: int
    path: str
    """Where the replay shows the table at its end."""
    signs: SafeString
    says: str
    """What happened, in short."""
    won: list[str]
    """The planets of the discs won in it."""
    state: str
    """`past`, `current` or `future`."""
    decisions: list[ReplayDecision] = field(default_factory=list)
    """Of the current turn only."""

    @property
    def region(self) -> str:
        """The id of its element."""
        return f"replay-turn-{self.number}"


GIST = (
    e.AgentRecruited
    | e.TechnologyDeveloped
    | e.LeadershipTaken
    | e.MulliganChosen
    | e.TurnSkipped
    | e.DiscWon
)
"""What a turn is told by in short: the use of its card, and what was won."""


def in_short(events: Sequence[Event], reader: int | None, names: Sequence[str | Text]) -> str:
    """Return the gist of a turn in a sentence or a few, for a list of turns."""
    return " ".join(
        plain(describe_event(event, reader, names)) for event in events if isinstance(event, GIST)
    )


def turn_at(turns: Sequence[TurnMoves], seq: int) -> int | None:
    """Return the place of the turn of the move `seq`; `None` before the first move."""
    places = (place for place, turn in enumerate(turns) if turn.first <= seq <= turn.last)
    return next(places, None)


@dataclass(frozen=True, slots=True)
class ReplayAddress:
    """The address of a replay, for the view of one seat or of all hands (`None`)."""

    path: str
    eyes: int | None = None

    def at(self, seq: int, *, better: bool = False) -> str:
        """Return where the table is shown after the move `seq`.

        `better`: with a better turn than the one that was played, drawn on the board.
        """
        return f"{self.path}{seq}/{view_query(self.eyes, better=better)}"


def view_query(eyes: int | None, *, better: bool = False) -> str:
    """Return what the address of a moment ends with for the view that its reader chose."""
    chosen = {} if eyes is None else {"seat": eyes}
    if better:
        chosen["better"] = 1
    return f"?{urlencode(chosen)}" if chosen else ""


def replay_turns(
    turns: Sequence[TurnMoves],
    seats: Sequence[Seat],
    seq: int,
    me: int | None,
    reader: int | None,
    address: ReplayAddress,
) -> list[ReplayTurn]:
    """Return the turns of a replay after the move `seq`.

    `me`: the seat at the bottom; `reader`: the seat that the sentences call “you”.
    """
    side = (me or 0) % 2
    names = player_names(seats)
    entries = []
    for place, turn in enumerate(turns):
        number = place if turns[0].seat is None else place + 1
        mover = None if turn.seat is None else turn.seat % 2
        state = "past" if turn.last < seq else "future" if turn.first > seq else "current"
        entry = ReplayTurn(
            number=number,
            name="" if turn.seat is None else seats[turn.seat].short_name,
            whose="" if mover is None else "mine" if mover == side else "theirs",
            first=turn.first,
            last=turn.last,
            path=address.at(turn.last),
            signs=draw_events(turn.events, side, mover),
            says=in_short(turn.events, reader, names),
            won=[event.planet for event in turn.events if isinstance(event, e.DiscWon)],
            state=state,
        )
        if state == "current":
            entry.decisions = _decisions(turn, seats, seq, reader, address)
        entries.append(entry)
    return entries


def _decisions(
    turn: TurnMoves,
    seats: Sequence[Seat],
    seq: int,
    reader: int | None,
    address: ReplayAddress,
) -> list[ReplayDecision]:
    names = player_names(seats)
    return [
        ReplayDecision(
            seq=number,
            path=address.at(number),
            sentences=[
                linked(describe_event(event, reader, names), set())
                for event in reported(events)
                if not isinstance(event, e.TurnStarted)
            ]
            or [SafeString(_("Made a choice."))],
            current=number == seq,
        )
        for number, _seat, events in turn.moves
    ]
