"""Positions of which only what matters is written; the rest is filled in."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from engine.boards import FIRST_GAME, TOKENS
from engine.boxes import named_cards
from engine.names import FACTIONS, PLACES, PLANETS
from engine.public_types import Badge, Position, SideState, TeamTurn, WithBoxes

BAG = [token.id for token in TOKENS for _ in range(token.copies)]


class SparseSide(TypedDict, total=False):
    """What matters of a side."""

    credits: int
    zenithium: int
    technologies: dict[str, int]
    columns: dict[str, list[str]]
    won: list[str]


class SparsePosition(TypedDict, total=False):
    """What matters of a position; see `complete`."""

    players: int
    secret_agents: bool
    boards: str
    to_move: int | None
    side_to_move: int
    played: list[int]
    discs: Mapping[str, int | None]
    sides: Sequence[SparseSide]
    badge: Badge | None
    hands: list[list[str]]
    deck: list[str]
    discard: list[str]
    tokens: Mapping[str, str | None]


class _Tokens(TypedDict):
    tokens: dict[str, str]
    token_supply: list[str]
    token_discard: list[str]


def complete(sparse: SparsePosition) -> Position:
    """Return a position in the public notation (docs/notation.md) from its relevant parts.

    Left out are: sides with 12 credits and 1 zenithium, discs in the centre, the board of the first
    game. Cards that lie nowhere are below those of the `deck`, and tokens that lie nowhere are in
    the supply; a place in `tokens` with `None` is empty.
    """
    players = sparse.get("players", 2)
    no_sides: tuple[SparseSide, ...] = ({}, {})
    sides = [_side(side) for side in sparse.get("sides", no_sides)]
    no_hands: list[list[str]] = [[] for _ in range(players)]
    hands = sparse.get("hands", no_hands)
    discard, top = sparse.get("discard", []), sparse.get("deck", [])
    used = {*top, *discard}
    used |= {slug for hand in hands for slug in hand}
    used |= {slug for side in sides for column in side["columns"].values() for slug in column}
    secret_agents = sparse.get("secret_agents", False)
    box = named_cards(secret_agents).slugs
    team_turn: TeamTurn = {}
    if players == 4:
        team_turn = {"side_to_move": sparse["side_to_move"], "played": sparse["played"]}
    no_boxes: WithBoxes = {}
    return {
        "players": players,
        "secret_agents": secret_agents,
        **no_boxes,
        "boards": sparse.get("boards", FIRST_GAME),
        "to_move": sparse.get("to_move", 0),
        "discs": {**dict.fromkeys(PLANETS, 0), **sparse.get("discs", {})},
        "sides": sides,
        "badge": sparse.get("badge"),
        "hands": hands,
        "deck": [*top, *(slug for slug in box if slug not in used)],
        "discard": discard,
        **_tokens(sparse.get("tokens", {})),
        **team_turn,
    }


def _side(sparse: SparseSide) -> SideState:
    return {
        "credits": sparse.get("credits", 12),
        "zenithium": sparse.get("zenithium", 1),
        "technologies": dict.fromkeys(FACTIONS, 0) | sparse.get("technologies", {}),
        "columns": {planet: [] for planet in PLANETS} | sparse.get("columns", {}),
        "won": sparse.get("won", []),
    }


def _tokens(wanted: Mapping[str, str | None]) -> _Tokens:
    """Put the wanted tokens on the board, others on the places that are not named."""
    left = BAG.copy()
    for token in wanted.values():
        if token is not None:
            left.remove(token)
    placed = {}
    for place in PLACES:
        token = wanted[place] if place in wanted else left.pop()
        if token is not None:
            placed[place] = token
    return {"tokens": placed, "token_supply": left, "token_discard": []}
