"""The shapes that the templates of the table draw."""

from dataclasses import dataclass, field

from django.utils.safestring import SafeString

from games.tables.player_facts import ShownRating


@dataclass(slots=True)
class Pick:
    """An answer that can be given on the board itself: the action, and the sentence it is."""

    action: str
    sentence: str


@dataclass(slots=True)
class Card:
    """An agent, wherever it lies."""

    slug: str
    name: str
    planet: str
    planet_name: str
    sign: str
    faction: str
    faction_name: str
    shape: str
    cost: int
    says: list[str]
    stars: SafeString
    """The emblem, an SVG: a constellation grown from the name."""
    button: SafeString
    """Its name, which opens the card, HTML."""
    line: SafeString = field(default_factory=SafeString)
    """The card as a line of a list, HTML."""
    # in a hand
    price: int | None = None
    develop: int | None = None
    uses: list[str] = field(default_factory=list)
    chosen: bool = False
    new: bool = False
    pick: Pick | None = None

    @property
    def sentence(self) -> str:
        """The whole text of the card."""
        return " ".join(self.says)

    @property
    def long(self) -> bool:
        """Whether the text is too long to be read on a card in the hand."""
        return len(self.sentence) > 135


@dataclass(slots=True)
class Column:
    """The cards a side has on a planet, the top one first."""

    id: str
    title: str
    cards: list[Card]
    discount: str
    pick: Pick | None = None


@dataclass(slots=True)
class TokenSeen:
    """A bonus token in view."""

    place: str
    sign: str
    name: str
    says: str
    pick: Pick | None = None


@dataclass(slots=True)
class Lane:
    """A planet: its disc between the two sides, and their columns."""

    planet: str
    name: str
    sign: str
    at: int | None
    says: str
    theirs: Column
    mine: Column
    token: TokenSeen | None
    was: int | None = None
    ghost: int | None = None
    changed: bool = False
    pick: Pick | None = None


@dataclass(slots=True)
class Level:
    """A level of a technology."""

    number: int
    says: str
    mine: bool
    theirs: bool
    mine_here: bool
    theirs_here: bool
    next: bool
    token: TokenSeen | None


@dataclass(slots=True)
class Track:
    """A technology and how far the two sides are."""

    faction: str
    name: str
    shape: str
    mine: int
    theirs: int
    levels: list[Level]
    pick: Pick | None = None


@dataclass(slots=True)
class Victory:
    """One of the three ways to win and how far a side is."""

    name: str
    has: int
    needs: int
    says: str

    @property
    def pips(self) -> list[bool]:
        """One for each disc that is needed: true where it is there."""
        return [number < self.has for number in range(self.needs)]


@dataclass(slots=True)
class Player:
    """A seat beside the table."""

    name: str
    account: str
    is_me: bool
    asked: bool
    cards: int
    active: bool
    played: bool
    reach: list[str]
    reach_says: str
    hand: list[Card]
    away: str = ""
    rating: ShownRating | None = None


@dataclass(slots=True)
class SideBox:
    """What a side has."""

    whose: str
    players: list[Player]
    credits: int
    zenithium: int
    limit: int
    badge: str
    badge_says: str
    won: list[tuple[str, str, str]]
    victories: list[Victory]
    levels: list[tuple[str, str, int]]


@dataclass(slots=True)
class Board:
    """Everything on the table."""

    lanes: list[Lane]
    tracks: list[Track]
    letters: str
    theirs: SideBox
    mine: SideBox
    deck: int
    supply: int
    discard: list[Card]
    tokens_gone: list[str]
