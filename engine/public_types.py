"""The shapes of the engine's JSON: positions, views, records and snapshots (docs/notation.md).

They are `TypedDict`s: plain dictionaries when the program runs, whose keys mypy knows. A planet, a
faction, a card and a token are the words of `engine/names.py`, `agents.py` and `boards.py`.
"""

from collections.abc import Mapping
from typing import Literal, TypedDict

type EventData = dict[str, object]
"""An event as `Event.to_json` writes it: its name under `event`, then its fields."""

type Phase = Literal["mulligan", "turn", "over"]


class OutcomeData(TypedDict):
    """The end of a game by the rules: the winning side and its victory, `None` for a draw."""

    winner: int | None
    victory: str | None


# --- positions ---


class Badge(TypedDict):
    """The badge of the leader: whose it is, and its face, `silver` or `gold`."""

    side: int
    face: str


class SideState(TypedDict):
    """What a side has: `columns` are planet -> cards, bottom first."""

    credits: int
    zenithium: int
    technologies: dict[str, int]
    columns: dict[str, list[str]]
    won: list[str]


type NamedBoxes = Mapping[str, int]
"""The boxes of cards that have to be named, with their versions (`engine/boxes.py`)."""


class WithBoxes(TypedDict, total=False):
    """The boxes that a position, a view or a setup names; no key if it names none."""

    boxes: NamedBoxes


class _Open(WithBoxes):
    """What a position and a view have in common: what everyone sees.

    `discs`: planet -> steps towards side 0, `None` while it is won. `tokens`: place -> token.
    """

    players: int
    secret_agents: bool
    boards: str
    to_move: int | None
    discs: dict[str, int | None]
    badge: Badge | None
    discard: list[str]
    tokens: dict[str, str]
    token_discard: list[str]


class TeamTurn(TypedDict, total=False):
    """How far the turn of a team is; empty for two players."""

    side_to_move: int
    played: list[int]


class Position(_Open, TeamTurn):
    """A complete table at the start of a turn, hidden cards included."""

    sides: list[SideState]
    hands: list[list[str]]
    deck: list[str]
    token_supply: list[str]


# --- views ---


class VictoryProgress(TypedDict):
    """How near a side is to each victory: [has, needs]."""

    absolute: list[int]
    democratic: list[int]
    popular: list[int]


class SideView(SideState):
    """What a side has, its hand limit, and how near it is to the three victories."""

    hand_limit: int
    progress: VictoryProgress


class CardsView(TypedDict):
    """A hand or the deck: how many cards, and which, `None` where they are hidden."""

    count: int
    cards: list[str] | None


class SupplyView(TypedDict):
    """The supply of tokens: how many, and which, `None` while they are hidden."""

    count: int
    tokens: list[str] | None


class MulliganView(TypedDict):
    """The seats that have answered the mulligan, and the viewer's own choice once it is made."""

    answered: list[int]
    replaced: list[str] | None


class Prices(TypedDict):
    """What a card costs now: `recruit` in credits, `develop` in zenithium, `None` at level 5."""

    recruit: int
    develop: int | None


class DecisionView(TypedDict):
    """An open decision; `kind`, `options` and `optional` only for the seats that are asked."""

    seats: list[int]
    kind: str | None
    options: list[str] | None
    source: str
    optional: bool | None


class FrameData(TypedDict):
    """A frame of the stack of what is pending (`engine/frames.py`)."""

    source: str
    at: int
    side: int
    chosen: list[str]
    card: str | None
    step: int
    left: int


class View(_Open):
    """What a seat or a spectator may see of a table, as `engine/views.py` explains it.

    The same after a round trip through JSON.
    """

    side_to_move: int
    played: list[int]
    sides: list[SideView]
    hands: list[CardsView]
    deck: CardsView
    token_supply: SupplyView
    seat: int | None
    phase: Phase
    mulligan: MulliganView
    prices: dict[str, Prices]
    pending: list[DecisionView]
    stack: list[FrameData]
    outcome: OutcomeData | None
    seed: str | None


# --- records and snapshots ---


class FurtherBoxes(TypedDict, total=False):
    """The names of further boxes of a game's options; no key without any."""

    boxes: list[str]


class OptionsData(FurtherBoxes):
    """The options of a game (`engine.setup.Options`)."""

    players: int
    boards: str | None
    secret_agents: bool
    beginner: bool


class DealtSetup(WithBoxes):
    """Everything random at the start of a game that was dealt (`engine.setup.Setup`)."""

    first_side: int
    boards: str
    tokens: dict[str, str]
    token_supply: list[str]
    deck: list[str]
    hands: list[list[str]]
    seed: str


class PositionSetup(TypedDict):
    """The start of a game that began from a position; the seed feeds later shuffles."""

    position: Position
    seed: str


class NoSetup(TypedDict):
    """The start of an imagined game, which has none."""


type SetupData = DealtSetup | PositionSetup | NoSetup

type RecordedAction = list[int | str]
"""`[seat, action]`; `recorded_actions` in `engine/game.py` reads them."""


class NamedRules(TypedDict, total=False):
    """The version of the rules that a game is played by; empty if it is 2."""

    rules_version: int


class Record(NamedRules):
    """A whole game: its options, its setup, its actions and its outcome."""

    version: int
    options: OptionsData
    setup: SetupData
    actions: list[RecordedAction]
    outcome: OutcomeData | None


class Snapshot(TypedDict):
    """The complete state of a game at any decision, with the record that led to it."""

    version: int
    record: Record
    table: Position
    stack: list[FrameData]
    mulligan: list[int]
    shuffles: list[int]
    outcome: OutcomeData | None
