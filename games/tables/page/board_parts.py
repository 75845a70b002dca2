"""The parts of the board, as the templates draw them."""

from dataclasses import dataclass

from games.portraits.faces import PlayerFace
from games.tables.page.cards import AgentCard, Pick
from games.tables.player_facts import ShownRating


@dataclass(slots=True)
class Column:
    """The cards a side has on a planet, the top one first."""

    id: str
    title: str
    cards: list[AgentCard]
    discount: str
    pick: Pick | None = None


@dataclass(slots=True)
class TokenInView:
    """A bonus token in view."""

    place: str
    token: str
    name: str
    says: str
    pick: Pick | None = None


@dataclass(frozen=True, slots=True)
class Crown:
    """Won discs of a planet that a victory counts."""

    whose: str
    count: int
    last: bool
    """Whether the disc that won the game is among them."""


@dataclass(slots=True)
class PlanetLane:
    """A planet: its disc between the two sides, and their columns of cards."""

    planet: str
    name: str
    sign: str
    at: int | None
    says: str
    theirs: Column
    mine: Column
    token: TokenInView | None
    was: int | None = None
    ghost: int | None = None
    changed: bool = False
    pick: Pick | None = None
    crown: Crown | None = None

    @property
    def id(self) -> str:
        """The name of its region."""
        return f"lane-{self.planet}"


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
    theirs_next: bool
    token: TokenInView | None
    better: bool = False
    """Whether a better turn, drawn on the board, develops it."""


@dataclass(slots=True)
class Track:
    """A technology, with the levels that the two sides have reached."""

    faction: str
    letter: str
    """The letter of its side of the board."""
    name: str
    mine: int
    theirs: int
    levels: list[Level]
    pick: Pick | None = None


@dataclass(slots=True)
class Piles:
    """What lies beside the board."""

    deck: int
    """The number of cards."""
    supply: int
    """The number of bonus tokens."""
    discard: list[AgentCard]
    tokens_gone: list[str]


@dataclass(slots=True)
class Victory:
    """One of the three ways to win, and the discs that a side has for it."""

    sign: str
    """What stands for its name where that has no room."""
    name: str
    has: int
    needs: int
    says: str

    @property
    def pips(self) -> list[bool]:
        """For each disc that is needed, whether the side has it."""
        return [number < self.has for number in range(self.needs)]


@dataclass(slots=True)
class PlayerBox:
    """A player beside the board."""

    name: str
    account: str
    is_me: bool
    asked: bool
    cards: int
    active: bool
    played: bool
    reach: list[str]
    reach_says: str
    hand: list[AgentCard]
    face: PlayerFace | None = None
    character: str = ""
    away: str = ""
    rating: ShownRating | None = None


@dataclass(slots=True)
class SideBox:
    """A side's players, goods and won discs."""

    whose: str
    players: list[PlayerBox]
    credits: int
    zenithium: int
    limit: int
    badge: str
    badge_says: str
    won: list[tuple[str, str, str]]
    victories: list[Victory]
    levels: list[tuple[str, str, int]]

    @property
    def names(self) -> str:
        """The names of its players."""
        return " & ".join(player.name for player in self.players)


@dataclass(slots=True)
class Board:
    """The board region: both sides and all that lies between them."""

    lanes: list[PlanetLane]
    tracks: list[Track]
    piles: Piles
    theirs: SideBox
    mine: SideBox

    @property
    def agents(self) -> set[str]:
        """The agents in the lanes and in the open hands of other players."""
        columns = (column for lane in self.lanes for column in (lane.theirs, lane.mine))
        players = (*self.theirs.players, *self.mine.players)
        in_lanes = {agent.slug for column in columns for agent in column.cards}
        return in_lanes | {agent.slug for player in players for agent in player.hand}
