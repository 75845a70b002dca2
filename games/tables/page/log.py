"""The log: what happened, in sentences, turn by turn, the latest turn first."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.utils.safestring import SafeString

from engine import Event, Text
from engine import events as e
from engine.words import describe_event
from games.tables.models import Seat
from games.tables.page.board import turned
from games.tables.page.text import linked

Happened = Iterable[tuple[int, int, Sequence[Event]]]
"""(number of the move, seat, what happened), as `Seen.events` gives it."""


@dataclass(slots=True)
class Line:
    """One sentence of the log."""

    seq: int
    says: SafeString
    new: bool


@dataclass(slots=True)
class Turn:
    """A turn of a seat, or what was before the first."""

    seat: int | None
    name: str
    whose: str
    lines: list[Line] = field(default_factory=list)
    label: bool = False
    """Whether it is the latest with news."""
    oldest_new: bool = False

    @property
    def new(self) -> bool:
        """Whether something in it is new to the reader."""
        return any(line.new for line in self.lines)

    @property
    def first(self) -> int:
        """The number of its first move."""
        return self.lines[0].seq if self.lines else 0


def turns(
    happened: Happened,
    seats: Sequence[Seat],
    me: int | None,
    names: Sequence[str | Text],
    since: int,
    met: set[str],
) -> list[Turn]:
    """Return the turns of the log; lines of moves after `since` are new."""
    side = 0 if me is None else me % 2
    log = [Turn(None, "", "")]
    for seq, seat, events in happened:
        for event in events:
            if isinstance(event, e.TurnStarted):
                whose = "mine" if event.seat % 2 == side else "theirs"
                log.append(Turn(event.seat, seats[event.seat].name, whose))
                continue
            says = linked(describe_event(event, me, names), met)
            log[-1].lines.append(Line(seq, says, seq > since and seat != me))
    latest_first = [turn for turn in reversed(log) if turn.lines]
    news = [turn for turn in latest_first if turn.new]
    if news:
        news[0].label = news[-1].oldest_new = True
    return latest_first


@dataclass(slots=True)
class Changes:
    """What moves have changed on the board: where discs were, and which agents came."""

    discs: dict[str, int] = field(default_factory=dict)
    agents: set[str] = field(default_factory=set)


def changes(happened: Happened, me: int | None) -> Changes:
    """Return what these moves have changed, as it is drawn for a seat."""
    found = Changes()
    for _seq, _seat, events in happened:
        note_changes(found, events, me)
    return found


def note_changes(found: Changes, events: Sequence[Event], me: int | None) -> None:
    """Add what these events have changed."""
    side = 0 if me is None else me % 2
    for event in events:
        match event:
            case e.DiscMoved(planet, whose, steps, at):
                before = turned(at - steps if whose == 0 else steps - at, side)
                if before is not None:
                    found.discs.setdefault(planet, before)
            case e.DiscPlaced(planet):
                found.discs.pop(planet, None)
            case e.AgentRecruited(_, agent) | e.AgentMobilized(_, agent):
                found.agents.add(agent)
            case e.AgentTransferred(_, agent):
                found.agents.add(agent)
