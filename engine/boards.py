"""The technology boards and the bonus tokens, as printed."""

from dataclasses import dataclass
from typing import Final

from engine.effects import (
    ANOTHER,
    ANY,
    ITS_PLANET,
    OPPONENT,
    YOU,
    Credits,
    DrawToken,
    Effect,
    Exile,
    Influence,
    InfluenceRow,
    Link,
    Mobilize,
    TakeBadge,
    TakeCredits,
    TakeZenithium,
    Transfer,
    Zenithium,
)
from engine.names import ANIMOD, HUMAN, ROBOT, Faction, Planet

TECHNOLOGIES: Final[dict[str, tuple[tuple[Effect, ...], ...]]] = {
    "S": (
        (Credits(2),),
        (InfluenceRow((1, 1)),),
        (Transfer(3),),
        3 * (Link(Mobilize(), Influence(ITS_PLANET)),),
        (Influence(ANY, 2),),
    ),
    "D": (
        (Exile(OPPONENT),),
        (Credits(5),),
        (DrawToken(), Influence(ANY)),
        tuple(Influence(planet) for planet in Planet),
        (Influence(ANY, 2),),
    ),
    "U": (
        (Influence(ANY),),
        (Mobilize(2),),
        (TakeCredits(3),),
        (InfluenceRow((1, 1, 1)),),
        (Influence(ANY, 2),),
    ),
    "O": (
        (DrawToken(),),
        (TakeZenithium(1),),
        (Mobilize(3),),
        (InfluenceRow((2, 2)),),
        (Influence(ANY, 2),),
    ),
    "N": (
        (Transfer(),),
        (TakeBadge(),),
        (Influence(ANY, 2), Influence(ANOTHER)),
        (Credits(20),),
        (Influence(ANY, 2),),
    ),
    "P": (
        (Mobilize(),),
        (Mobilize(), Transfer(), Exile(OPPONENT)),
        (Credits(10),),
        (
            Link(Exile(YOU), Influence(ITS_PLANET, 2)),
            Link(Exile(YOU, 1, ANOTHER), Influence(ITS_PLANET, 2)),
        ),
        (Influence(ANY, 2),),
    ),
}
"""Letter of a board side -> the effects of its levels 1 to 5."""

LETTERS: Final = tuple(TECHNOLOGIES)
"""Number of a board side -> its letter."""
LEVELS: Final = 5

FIRST_GAME: Final = "SUN"
"""The board recommended for a first game."""

LINE_BONUS: Final = tuple((Influence(ANY, steps),) for steps in (1, 2, 3))
"""The line bonuses: a side gains one when all its technologies reach level 1, 2, 3."""

LEADERSHIP: Final[dict[Faction, tuple[Effect, ...]]] = {
    ANIMOD: (TakeBadge(), Mobilize(2)),
    HUMAN: (TakeBadge(), Credits(3)),
    ROBOT: (TakeBadge(), Zenithium(1)),
}
"""The diplomacy board: faction of the discarded card -> what the leader gets."""


@dataclass(frozen=True, slots=True)
class Token:
    """A kind of bonus token; `copies` of it are in the box."""

    id: str
    copies: int
    effect: Effect


TOKENS: Final = (
    Token("influence", 4, Influence(ANY)),
    Token("zenithium", 3, Zenithium(1)),
    Token("credits_3", 2, Credits(3)),
    Token("credits_4", 2, Credits(4)),
    Token("badge", 2, TakeBadge()),
    Token("mobilize", 1, Mobilize(2)),
    Token("exile", 1, Exile(OPPONENT, 2)),
    Token("transfer", 1, Transfer()),
)
TOKEN_NUMBER: Final = {token.id: number for number, token in enumerate(TOKENS)}
"""Token id -> its kind, an index in `TOKENS`."""

TOKEN_BAG: Final = tuple(kind for kind, token in enumerate(TOKENS) for _ in range(token.copies))
"""The 16 tokens of the box, by kind."""
