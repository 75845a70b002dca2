"""The words of the game: planets, factions, technology sides, and how they are written.

Inside the engine a planet, a faction, a side and a seat are small ints; these tables are the only
mapping between the ints and the words of `position.md`.
"""

import unicodedata
from enum import IntEnum
from typing import Final


class Planet(IntEnum):
    """The five planets in the order of the board."""

    MERCURY = 0
    VENUS = 1
    TERRA = 2
    MARS = 3
    JUPITER = 4


class Faction(IntEnum):
    """The three factions in the order of the technology board."""

    ANIMOD = 0
    HUMAN = 1
    ROBOT = 2


MERCURY: Final = Planet.MERCURY
VENUS: Final = Planet.VENUS
TERRA: Final = Planet.TERRA
MARS: Final = Planet.MARS
JUPITER: Final = Planet.JUPITER

ANIMOD: Final = Faction.ANIMOD
HUMAN: Final = Faction.HUMAN
ROBOT: Final = Faction.ROBOT

PLANETS: Final = tuple(planet.name.lower() for planet in Planet)
FACTIONS: Final = tuple(faction.name.lower() for faction in Faction)
BOARD_SIDES: Final = ("SD", "UO", "NP")
"""The two sides of each part of the technology board: animod, human, robot."""

PLACES: Final = PLANETS + FACTIONS
"""The places of bonus tokens on the boards: a planet, or level 2 of a technology."""

VICTORIES: Final = ("absolute", "democratic", "popular")
FACES: Final = ("silver", "gold")

SEATS: Final = {2: ((0,), (1,)), 4: ((0, 2), (1, 3))}
"""Players -> side -> its seats. With four players seats 0 and 1 sit on the technology side."""


def slug(name: str) -> str:
    """Write a name in lower-case ASCII with hyphens.

    >>> slug("Dandy Müller")
    'dandy-muller'
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return plain.lower().replace(" ", "-")
