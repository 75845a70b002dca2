"""Positions of which only what matters is written; the rest is filled in."""

from collections.abc import Mapping
from typing import Any

from engine.agents import AGENTS, in_the_box
from engine.boards import FIRST_GAME, TOKENS
from engine.names import FACTIONS, PLACES, PLANETS

BAG = [token.id for token in TOKENS for _ in range(token.copies)]


def complete(sparse: Mapping[str, Any]) -> dict[str, Any]:
    """Return a position in the public notation (docs/notation.md) from its relevant parts.

    Left out are: sides with 12 credits and 1 zenithium, discs in the centre, the board of the first
    game. Cards that lie nowhere are below those of the `deck`, and tokens that lie nowhere are in
    the supply; a place in `tokens` with `None` is empty.
    """
    players = sparse.get("players", 2)
    sides = [_side(side) for side in sparse.get("sides", ({}, {}))]
    position = {
        "players": players,
        "secret_agents": sparse.get("secret_agents", False),
        "boards": sparse.get("boards", FIRST_GAME),
        "to_move": sparse.get("to_move", 0),
        "discs": dict.fromkeys(PLANETS, 0) | sparse.get("discs", {}),
        "sides": sides,
        "badge": sparse.get("badge"),
        "hands": sparse.get("hands", [[] for _ in range(players)]),
        "discard": sparse.get("discard", []),
    }
    if players == 4:
        position |= {key: sparse[key] for key in ("side_to_move", "played")}
    return position | _deck(position, sparse.get("deck", [])) | _tokens(sparse.get("tokens", {}))


def _side(sparse: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "credits": sparse.get("credits", 12),
        "zenithium": sparse.get("zenithium", 1),
        "technologies": dict.fromkeys(FACTIONS, 0) | sparse.get("technologies", {}),
        "columns": {planet: [] for planet in PLANETS} | sparse.get("columns", {}),
        "won": sparse.get("won", []),
    }


def _deck(position: Mapping[str, Any], top: list[str]) -> dict[str, Any]:
    used = {*top, *position["discard"]}
    used |= {slug for hand in position["hands"] for slug in hand}
    used |= {slug for side in position["sides"] for col in side["columns"].values() for slug in col}
    box = [AGENTS[number].slug for number in in_the_box(position["secret_agents"])]
    return {"deck": [*top, *(slug for slug in box if slug not in used)]}


def _tokens(wanted: Mapping[str, str | None]) -> dict[str, Any]:
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
