"""The log region: the sentences of the latest moves, by turns, the latest turn first."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import takewhile
from typing import Self
from urllib.parse import urlencode

from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from engine import Event, Text
from engine import events as e
from engine.words import describe_event, reported
from games.symbols.happened import draw_events
from games.tables.page.happened import event_sentence
from games.tables.page.text import linked, plain, player_names
from games.tables.selectors import Seen
from games.tables.table_events import events_of

LOG_LINES = 12
"""The moves of the log that a page shows at first; the others are shown on demand."""

SPOKEN = 3
"""The latest turns that a screen reader speaks when they are new."""

RECENT = 4096
"""The sentences, and the rows of symbols, that a process keeps."""

type MoveEvents = Sequence[tuple[int, int, Sequence[Event]]]
"""(number of the move, seat, events) of some moves, as `Seen.events` returns them."""


@dataclass(frozen=True, slots=True)
class RecentMoves:
    """The moves that a page shows, and those of them that are new to the viewer."""

    after: int
    """The number of the move before the first one that is shown."""
    since: int
    """The number of the last move that is not new."""
    moves: MoveEvents
    me: int | None

    @classmethod
    def of(cls, seen: Seen, since: int | None, whole: bool) -> Self:
        """Return the moves for a viewer whose page was loaded after the move `since`."""
        looked_at = _looked_at(seen, since)
        after = 0 if whole else max(0, min(seen.game.seq - LOG_LINES, looked_at - 2))
        moves = seen.events(after)
        if looked_at >= seen.game.seq:  # nothing is new: the latest moves are
            looked_at = _before_the_latest(moves, seen.number)
        return cls(after, looked_at, moves, seen.number)

    @property
    def news(self) -> list[Sequence[Event]]:
        """The events of the new moves of other seats."""
        return [events for seq, seat, events in self.moves if seq > self.since and seat != self.me]

    @property
    def latest(self) -> MoveEvents:
        """The new moves after the viewer's own last one."""
        own = (seq for seq, seat, _events in self.moves if seat == self.me)
        after = max(self.since, *own, 0)
        return [move for move in self.moves if move[0] > after]

    @property
    def last_turn(self) -> MoveEvents:
        """The moves of the turn that the last move belongs to."""
        return _last_turn(self.moves)


def _last_turn(moves: MoveEvents) -> MoveEvents:
    first = len(moves) - 1
    while first > 0 and not any(isinstance(event, e.TurnStarted) for event in moves[first - 1][2]):
        first -= 1
    return moves[max(first, 0) :]


def _before_the_latest(moves: MoveEvents, me: int | None) -> int:
    """Return the number of a player's last move, or for others of the move before the last turn."""
    if me is None:
        return _last_turn(moves)[0][0] - 1 if moves else 0
    return max((seq for seq, seat, _events in moves if seat == me), default=0)


def _looked_at(seen: Seen, since: int | None) -> int:
    """Return the number of the last move that the viewer has looked at."""
    if since is not None and seen.own is None:  # so that the log of a spectator stays short
        return max(since, seen.game.seq - LOG_LINES)
    if since is not None:
        return since
    return seen.own.seen_seq if seen.own is not None else seen.game.seq


def start_first(events: Iterable[Event]) -> list[Event]:
    """Return the events of a move, the start of the turn that it belongs to as the first one.

    A turn starts with the last event of the move before it. With four players a team first says
    which seat starts: that answer belongs to the turn that it starts.
    """
    ordered = list(events)
    lead = list(takewhile(lambda event: isinstance(event, e.OrderChosen), ordered))
    following = ordered[len(lead) : len(lead) + 1]
    if lead and following and isinstance(following[0], e.TurnStarted):
        return [*following, *lead, *ordered[len(lead) + 1 :]]
    return ordered


@dataclass(frozen=True, slots=True)
class Sentence:
    """What happened, in one language."""

    text: Text
    html: SafeString
    agents: frozenset[str]
    """The agents that it names, each a link."""


@dataclass(slots=True)
class LogEntry:
    """A sentence of the log."""

    seq: int
    sentence: str | Text = field(repr=False)
    html: SafeString
    new: bool
    event: str = ""
    """What identifies a table event, which is no move; `seq` is that of the move before it."""


@dataclass(slots=True)
class LogTurn:
    """A turn of a seat, or what came before the first one."""

    seat: int | None
    name: str
    whose: str
    entries: list[LogEntry] = field(default_factory=list)
    signs: SafeString = field(default_factory=SafeString)
    """What happened as a row of symbols: HTML."""
    label: bool = False
    """Whether it is the latest turn with news."""
    oldest_new: bool = False
    number: int = 0
    """The number of the turn in the game, as in its replay."""

    @property
    def new(self) -> bool:
        """Whether it contains news."""
        return any(entry.new for entry in self.entries)

    @property
    def first(self) -> int:
        """The number of its first move, which has not been made if there are only table events."""
        moves = (entry.seq for entry in self.entries if not entry.event)
        return next(moves, self.entries[0].seq + 1 if self.entries else 0)

    @property
    def last(self) -> int:
        """The number of its last move."""
        return max((entry.seq for entry in self.entries), default=0)

    @property
    def region(self) -> str:
        """The id of its element."""
        return f"turn-{self.first}"


@dataclass(frozen=True, slots=True)
class Spoken:
    """A text for the live region, whose element keeps its id: so it is spoken once."""

    id: str
    text: str


@dataclass(slots=True)
class Log:
    """The log region."""

    turns: list[LogTurn]
    watching: bool
    """Whether the viewer is a spectator."""
    whole_query: str = ""
    """The query of the page with the whole log; empty if it is shown."""

    @property
    def news(self) -> list[Spoken]:
        """The new sentences of the latest turns, each turn after its player's name."""
        spoken: list[Spoken] = []
        for turn in reversed(self.turns[:SPOKEN]):
            new = [entry for entry in turn.entries if entry.new]
            if new and turn.name:
                spoken.append(Spoken(f"said-{new[0].seq}", f"{turn.name}:"))
            number: Counter[int] = Counter()
            for entry in new:
                number[entry.seq] += not entry.event
                key = f"said-{entry.seq}-{entry.event or number[entry.seq]}"
                spoken.append(Spoken(key, _plain(entry.sentence)))
        return spoken


def _plain(sentence: str | Text) -> str:
    return sentence if isinstance(sentence, str) else plain(sentence)


def log(seen: Seen, recent: RecentMoves, linked_agents: set[str], chosen: str = "") -> Log:
    """Return the log of some moves; `chosen`: the card that stays chosen on the whole log."""
    query = {"log": "all", "since": recent.since} | ({"card": chosen} if chosen else {})
    return Log(
        turns=_turns(seen, recent, linked_agents),
        watching=recent.me is None,
        whole_query="?" + urlencode(query) if recent.after > 0 else "",
    )


def _turns(seen: Seen, recent: RecentMoves, linked_agents: set[str]) -> list[LogTurn]:
    me, names = recent.me, tuple(player_names(seen.seats))
    side = 0 if me is None else me % 2
    turns = [LogTurn(None, "", "")]
    happened: list[list[Event]] = [[]]
    beside = _beside(seen, recent)
    for seq, seat, events in recent.moves:
        while beside and beside[0].seq < seq:
            turns[-1].entries.append(beside.pop(0))
        for event in start_first(reported(events)):
            if isinstance(event, e.TurnStarted):
                whose = "mine" if event.seat % 2 == side else "theirs"
                turns.append(LogTurn(event.seat, seen.seats[event.seat].short_name, whose))
                happened.append([])
                continue
            happened[-1].append(event)
            sentence = _sentence(event, me, names, get_language())
            linked_agents |= sentence.agents
            is_new = seq > recent.since and seat != me
            turns[-1].entries.append(LogEntry(seq, sentence.text, sentence.html, is_new))
    turns[-1].entries += beside
    started = sum(seat.turns for seat in seen.seats)
    for number, turn in enumerate(turns, started - len(turns) + 1):
        turn.number = number
    for turn, events in zip(turns, happened, strict=True):
        mover = None if turn.seat is None else turn.seat % 2
        turn.signs = _signs(tuple(events), side, mover, get_language())
    latest_first = [turn for turn in reversed(turns) if turn.entries]
    with_news = [turn for turn in latest_first if turn.new]
    if with_news:
        with_news[0].label = with_news[-1].oldest_new = True
    return latest_first


def _beside(seen: Seen, recent: RecentMoves) -> list[LogEntry]:
    """Return the table events after the first move that is shown, the oldest first."""
    own = seen.own
    since = None if own is None else own.seen_at
    entries = []
    for event in events_of(seen.game):
        if recent.after and event.seq <= recent.after:
            continue
        sentence = event_sentence(event, seen.seats, None if own is None else own.number)
        is_new = since is not None and event.at > since
        number = f"{event.kind}-{event.at.timestamp():.0f}"
        entries.append(LogEntry(event.seq, sentence, SafeString(escape(sentence)), is_new, number))
    return entries


@lru_cache(RECENT)
def _sentence(
    event: Event, me: int | None, names: tuple[str | Text, ...], _language: str | None
) -> Sentence:
    text, agents = describe_event(event, me, names), set[str]()
    return Sentence(text, linked(text, agents), frozenset(agents))


@lru_cache(RECENT)
def _signs(
    events: tuple[Event, ...], side: int, mover: int | None, _language: str | None
) -> SafeString:
    return draw_events(events, side, mover)
