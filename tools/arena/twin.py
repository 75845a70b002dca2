"""Twins: bots that see hidden cards, as a check that the others don't.

A twin thinks as its level does, but its view is open: the real hands, and the real deck and supply
of tokens too if it may see all. It gains what knowing is worth. A level that gained more against
its equals would be reading what its seat can't see.
"""

from collections.abc import Callable
from typing import Final

from engine import positions
from engine.game import Game
from engine.public_types import CardsView, View

Sight = Callable[[Game, int], View]
"""What a bot is shown of a game, for a seat."""


def hands_open(game: Game, seat: int) -> View:
    """Return the view of a seat with all hands open."""
    position = positions.write(game.table())
    return {**game.view(seat), "hands": [_open(cards) for cards in position["hands"]]}


def all_open(game: Game, seat: int) -> View:
    """Return the view of a seat with all hands, the deck and the supply of tokens open."""
    position = positions.write(game.table())
    supply = position["token_supply"]
    return {
        **hands_open(game, seat),
        "deck": _open(position["deck"]),
        "token_supply": {"count": len(supply), "tokens": supply},
    }


def _open(cards: list[str]) -> CardsView:
    return {"count": len(cards), "cards": cards}


SIGHTS: Final[dict[str, Sight]] = {"seat": Game.view, "hands": hands_open, "all": all_open}
"""Name -> what a bot is shown: what its seat may see, all hands, or everything."""
