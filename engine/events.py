"""The events of a game: one small frozen value per fact, named in the past tense.

An event carries words and numbers only, and all that a log, an animation or a mail needs.
`seen_by(seat)` is what that seat may know of it: hidden values are `None`, in the same shape, so
that the shape reveals nothing. An event that `reveals` has turned up hidden information: a player
who has seen it can't take the step back.
"""

from dataclasses import asdict, dataclass, replace
from typing import Self

from engine.public_types import EventData


@dataclass(frozen=True, slots=True)
class Event:
    """Base class of the events.

    >>> CreditsTaken(side=0, amount=3).to_json()
    {'event': 'CreditsTaken', 'side': 0, 'amount': 3}
    """

    @property
    def reveals(self) -> bool:
        """Whether it revealed something that was hidden from every player."""
        return False

    def seen_by(self, seat: int | None) -> Self:
        """Return the event as the seat may see it; `None` is a spectator."""
        return self

    def to_json(self) -> EventData:
        """Return the event as JSON: its name under `event`, then its fields."""
        return {"event": type(self).__name__, **asdict(self)}

    @staticmethod
    def from_json(data: EventData) -> "Event":
        """Read what `to_json` wrote; raises `KeyError` or `TypeError` for anything else."""
        fields = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in data.items()
            if name != "event"
        }
        return KINDS[str(data["event"])](**fields)


# --- the course of the game ---


@dataclass(frozen=True, slots=True)
class MulliganChosen(Event):
    """A seat has chosen the cards to replace; other seats learn which when all have chosen."""

    seat: int
    agents: tuple[str, ...] | None

    def seen_by(self, seat: int | None) -> Self:
        """Hide the cards from all other seats."""
        return self if seat == self.seat else replace(self, agents=None)


@dataclass(frozen=True, slots=True)
class TurnStarted(Event):
    """A seat's turn began."""

    seat: int


@dataclass(frozen=True, slots=True)
class TurnSkipped(Event):
    """A seat had no card to play."""

    seat: int


@dataclass(frozen=True, slots=True)
class OrderChosen(Event):
    """A team chose the member that plays first."""

    seat: int


@dataclass(frozen=True, slots=True)
class AgentRecruited(Event):
    """A seat recruited an agent for so many credits."""

    seat: int
    agent: str
    planet: str
    paid: int


@dataclass(frozen=True, slots=True)
class TechnologyDeveloped(Event):
    """A side raised a technology to a level for so much zenithium.

    `agent` is the card discarded for it, `None` if a card's effect developed it.
    """

    seat: int
    side: int
    faction: str
    level: int
    paid: int
    agent: str | None


@dataclass(frozen=True, slots=True)
class LeadershipTaken(Event):
    """A seat discarded an agent to take the leadership."""

    seat: int
    agent: str
    faction: str


@dataclass(frozen=True, slots=True)
class LineCompleted(Event):
    """All three technologies of a side reached a level: the line bonus follows."""

    side: int
    level: int


@dataclass(frozen=True, slots=True)
class Declined(Event):
    """A side declined an optional effect; `source` is what asked."""

    side: int
    source: str


@dataclass(frozen=True, slots=True)
class EffectSkipped(Event):
    """An effect could not be applied; `source` is the card or token it is printed on."""

    side: int
    source: str


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The game ended; winner and victory are `None` for a draw."""

    winner: int | None
    victory: str | None


# --- discs, badge, tokens ---


@dataclass(frozen=True, slots=True)
class DiscMoved(Event):
    """A disc moved so many steps towards a side, and now lies `at` steps on that side.

    `at` is from -3 to 4, seen from that side; 4 is its control zone.
    """

    planet: str
    side: int
    steps: int
    at: int


@dataclass(frozen=True, slots=True)
class DiscWon(Event):
    """A side won the disc of a planet."""

    planet: str
    side: int


@dataclass(frozen=True, slots=True)
class DiscCentred(Event):
    """A disc was moved to its central space."""

    planet: str


@dataclass(frozen=True, slots=True)
class DiscPlaced(Event):
    """A new disc came to the centre of a planet at the end of a turn."""

    planet: str


@dataclass(frozen=True, slots=True)
class BadgeTaken(Event):
    """A side took the leader badge, or turned it: `face` is what it shows now."""

    side: int
    face: str


@dataclass(frozen=True, slots=True)
class BadgeGiven(Event):
    """A side gave the leader badge to the other, where it shows silver."""

    side: int


@dataclass(frozen=True, slots=True)
class TokenGained(Event):
    """A side gained a bonus token from a planet, a technology, or (`None`) the supply."""

    side: int
    token: str
    place: str | None

    @property
    def reveals(self) -> bool:
        """The token was hidden in the supply."""
        return self.place is None


@dataclass(frozen=True, slots=True)
class TokensShuffled(Event):
    """The discarded bonus tokens became the supply again."""

    count: int

    @property
    def reveals(self) -> bool:
        """Chance has spoken."""
        return True


# --- credits and zenithium ---


@dataclass(frozen=True, slots=True)
class CreditsGained(Event):
    """A side gained credits."""

    side: int
    amount: int


@dataclass(frozen=True, slots=True)
class CreditsSpent(Event):
    """A side spent credits on a card's effect."""

    side: int
    amount: int


@dataclass(frozen=True, slots=True)
class CreditsTaken(Event):
    """A side took credits from the other."""

    side: int
    amount: int


@dataclass(frozen=True, slots=True)
class CreditsGiven(Event):
    """A side gave credits to the other."""

    side: int
    amount: int


@dataclass(frozen=True, slots=True)
class ZenithiumGained(Event):
    """A side gained zenithium."""

    side: int
    amount: int


@dataclass(frozen=True, slots=True)
class ZenithiumSpent(Event):
    """A side spent zenithium on a card's effect."""

    side: int
    amount: int


@dataclass(frozen=True, slots=True)
class ZenithiumTaken(Event):
    """A side took zenithium from the other."""

    side: int
    amount: int


@dataclass(frozen=True, slots=True)
class ZenithiumGiven(Event):
    """A side gave zenithium to the other."""

    side: int
    amount: int


# --- cards ---


@dataclass(frozen=True, slots=True)
class AgentMobilized(Event):
    """The top card of the deck went on a column of a side."""

    side: int
    agent: str
    planet: str

    @property
    def reveals(self) -> bool:
        """The card was hidden in the deck."""
        return True


@dataclass(frozen=True, slots=True)
class AgentExiled(Event):
    """The top card of a column was discarded: `side` did it, `whose` column it was."""

    side: int
    whose: int
    agent: str
    planet: str


@dataclass(frozen=True, slots=True)
class AgentTransferred(Event):
    """The top card of the other side's column went on a column of `side`."""

    side: int
    agent: str
    planet: str


@dataclass(frozen=True, slots=True)
class CardsDiscarded(Event):
    """A seat discarded cards of its hand, face up."""

    seat: int
    agents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardsDrawn(Event):
    """A seat drew cards."""

    seat: int
    count: int
    agents: tuple[str, ...] | None

    def seen_by(self, seat: int | None) -> Self:
        """Hide the cards from all but the seat that drew them."""
        return self if seat == self.seat else replace(self, agents=None)

    @property
    def reveals(self) -> bool:
        """The cards were hidden in the deck."""
        return True


@dataclass(frozen=True, slots=True)
class CardsShared(Event):
    """A seat gave cards of its hand to its teammate."""

    seat: int
    to: int
    count: int
    agents: tuple[str, ...] | None

    def seen_by(self, seat: int | None) -> Self:
        """Hide the cards from all but the two teammates."""
        return self if seat in (self.seat, self.to) else replace(self, agents=None)


@dataclass(frozen=True, slots=True)
class DeckShuffled(Event):
    """The discard pile became the deck."""

    count: int

    @property
    def reveals(self) -> bool:
        """Chance has spoken."""
        return True


KINDS: dict[str, type[Event]] = {
    name: kind
    for name, kind in list(globals().items())
    if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
}
"""Name -> class, of all kinds of events."""
