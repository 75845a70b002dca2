"""The vocabulary of effects: what can be printed on a card, a technology level or a token.

Every effect is a small frozen value. "You" is the side whose effect it is, "the opponent" the
other side. An *amount* is a number, or a tuple with one number for each step of the cost that
was paid (`SpendCredits((3, 7, 12))` buys `Influence(ANY, (1, 2, 3))`), or `CARD_COST`: the
printed cost of the card that the cost moved.

`rules/` turns effects into what the engine runs, `words/` into sentences.
"""

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Final

from engine.names import Faction, Planet


class Who(IntEnum):
    """A side, relative to the side that applies the effect."""

    YOU = 0
    OPPONENT = 1


YOU: Final = Who.YOU
OPPONENT: Final = Who.OPPONENT


class Face(IntEnum):
    """A face of the leader badge."""

    SILVER = 0
    GOLD = 1


SILVER: Final = Face.SILVER
GOLD: Final = Face.GOLD


class DiscAt(IntEnum):
    """A filter on the position of a disc."""

    ANYWHERE = 0
    OPPONENT_SIDE = 1
    CENTRE = 2


@dataclass(frozen=True, slots=True)
class Choice:
    """A planet of your choice among those that the filter leaves."""

    other_than: Planet | None = None
    """Not this planet."""
    another: bool = False
    """Not one already chosen for this card."""
    disc: DiscAt = DiscAt.ANYWHERE


ANY: Final = Choice()
ANOTHER: Final = Choice(another=True)
ON_OPPONENT_SIDE: Final = Choice(disc=DiscAt.OPPONENT_SIDE)
AT_CENTRE: Final = Choice(disc=DiscAt.CENTRE)


def other_than(planet: Planet) -> Choice:
    """Any planet except this one."""
    return Choice(other_than=planet)


class Its(Enum):
    """The planet of the card that the effect before it moved."""

    PLANET = "its planet"


ITS_PLANET: Final = Its.PLANET


class CardCost(Enum):
    """The printed cost of the card that the effect before it moved."""

    CARD_COST = "its cost"


CARD_COST: Final = CardCost.CARD_COST

Amount = int | tuple[int, ...]
Where = Planet | Choice


# --- influence ---


@dataclass(frozen=True, slots=True)
class Influence:
    """Gain influence on one planet: its disc moves towards you."""

    where: Where | Its
    steps: Amount = 1


@dataclass(frozen=True, slots=True)
class GiveInfluence:
    """The opponent gains influence on one planet of your choice."""

    where: Where
    steps: int = 1


@dataclass(frozen=True, slots=True)
class InfluenceRow:
    """Gain influence on planets side by side, one number for each planet of the row.

    `(1, 2, 1)` is named by its middle and may reach over the ends of the row of planets; the
    others are named by their first planet.
    """

    steps: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CentreDisc:
    """Move one disc of your choice to its central space."""


# --- credits and zenithium ---


@dataclass(frozen=True, slots=True)
class Credits:
    """Gain credits."""

    amount: Amount | CardCost
    who: Who = YOU


@dataclass(frozen=True, slots=True)
class Zenithium:
    """Gain zenithium."""

    amount: Amount
    who: Who = YOU


@dataclass(frozen=True, slots=True)
class CreditsPerPlanet:
    """Gain credits for each planet on which that side has a card."""

    amount: int
    whose: Who


@dataclass(frozen=True, slots=True)
class CreditsByTechnologies:
    """Gain credits by how many of your technologies are at level 1 or higher."""

    amounts: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class ZenithiumByTechnologies:
    """Gain zenithium by how many of your technologies are at level 1 or higher."""

    amounts: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class CreditsUpTo:
    """That side gains what it lacks to this many credits."""

    amount: int
    who: Who = YOU


@dataclass(frozen=True, slots=True)
class ZenithiumUpTo:
    """That side gains what it lacks to this much zenithium."""

    amount: int
    who: Who = YOU


@dataclass(frozen=True, slots=True)
class TakeCredits:
    """Take credits from the opponent, as far as there are any."""

    amount: int


@dataclass(frozen=True, slots=True)
class TakeZenithium:
    """Take zenithium from the opponent, as far as there is any."""

    amount: int


# --- cards, badge, tokens, technologies ---


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard one card of your hand."""


@dataclass(frozen=True, slots=True)
class DiscardHand:
    """Discard your whole hand."""


@dataclass(frozen=True, slots=True)
class Mobilize:
    """Cards from the top of the deck go on your columns, without their effects."""

    count: int = 1


@dataclass(frozen=True, slots=True)
class Exile:
    """Discard the top card of columns of that side."""

    whose: Who
    count: int = 1
    where: Where = ANY


@dataclass(frozen=True, slots=True)
class Transfer:
    """The top card of columns of the opponent goes on yours, without its effects."""

    count: int = 1
    where: Where = ANY


@dataclass(frozen=True, slots=True)
class TakeBadge:
    """Take the leader badge, or turn it to gold."""

    face: Face = SILVER


@dataclass(frozen=True, slots=True)
class DrawToken:
    """Draw a bonus token from the supply."""


@dataclass(frozen=True, slots=True)
class TakeToken:
    """Take one bonus token in view on the boards."""


class Which(Enum):
    """Which technology a card may develop, when the card names no faction."""

    LOWEST = "lowest"
    ANY = "any"


LOWEST: Final = Which.LOWEST
ANY_TECHNOLOGY: Final = Which.ANY
FREE: Final = 5
"""A discount as large as the highest price."""


@dataclass(frozen=True, slots=True)
class Develop:
    """You may develop a technology without discarding a card, for this much zenithium less."""

    technology: Faction | Which
    discount: int = 0


# --- costs: they stand in May, before what they buy ---


@dataclass(frozen=True, slots=True)
class SpendCredits:
    """Spend one of these amounts of credits."""

    amounts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SpendZenithium:
    """Spend one of these amounts of zenithium."""

    amounts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ExileColumn:
    """Discard so many cards of your column of that planet together, top first."""

    planet: Planet
    counts: tuple[int, ...] = (2, 4, 7)


@dataclass(frozen=True, slots=True)
class GiveCredits:
    """Give credits to the opponent."""

    amount: int


@dataclass(frozen=True, slots=True)
class GiveZenithium:
    """Give zenithium to the opponent."""

    amount: int


@dataclass(frozen=True, slots=True)
class GiveBadge:
    """Give the leader badge to the opponent, where it arrives on silver."""


# --- effects made of effects ---


@dataclass(frozen=True, slots=True)
class HasBadge:
    """That side has the leader badge."""

    who: Who = YOU


@dataclass(frozen=True, slots=True)
class HasCredits:
    """That side has so many credits or more."""

    who: Who
    amount: int


@dataclass(frozen=True, slots=True)
class HasZenithium:
    """That side has so much zenithium or more."""

    who: Who
    amount: int


Condition = HasBadge | HasCredits | HasZenithium


@dataclass(frozen=True, slots=True)
class If:
    """Apply an effect if a condition holds when its turn comes."""

    condition: Condition
    then: "Effect"


@dataclass(frozen=True, slots=True)
class Either:
    """Apply one of two lists of effects, of your choice."""

    first: tuple["Effect", ...]
    second: tuple["Effect", ...]


@dataclass(frozen=True, slots=True)
class May:
    """You may pay a cost to apply an effect."""

    cost: "Cost"
    gain: "Effect"


@dataclass(frozen=True, slots=True)
class Link:
    """Apply an effect that moves a card; if it could be applied, apply another on that card."""

    do: "Exile | Mobilize | Transfer"
    then: "Effect"


Cost = (
    SpendCredits
    | SpendZenithium
    | ExileColumn
    | Exile
    | Transfer
    | Discard
    | GiveCredits
    | GiveZenithium
    | GiveBadge
)
Effect = (
    Influence
    | GiveInfluence
    | InfluenceRow
    | CentreDisc
    | Credits
    | Zenithium
    | CreditsPerPlanet
    | CreditsByTechnologies
    | ZenithiumByTechnologies
    | CreditsUpTo
    | ZenithiumUpTo
    | TakeCredits
    | TakeZenithium
    | Discard
    | DiscardHand
    | Mobilize
    | Exile
    | Transfer
    | TakeBadge
    | DrawToken
    | TakeToken
    | Develop
    | If
    | Either
    | May
    | Link
)
