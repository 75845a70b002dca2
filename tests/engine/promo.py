"""A made-up box of three cards, and a made-up correction of the base box."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from engine.agents import (
    AGENTS,
    BASE,
    BASE_BOX,
    BOXES,
    CARDS,
    COSTS,
    FACTION_OF,
    NUMBER,
    PLANET_OF,
    SLUGS,
    Agent,
    Box,
    reprinted,
)
from engine.boxes import cards_in
from engine.effects import Credits, Influence, Zenithium
from engine.names import ANIMOD, HUMAN, MARS, MERCURY, ROBOT, VENUS
from engine.rules.programs import PROGRAMS, install
from engine.sources import SOURCE_KEYS, SOURCES

PROMO: Final = Box(
    "promo",
    1,
    (
        Agent("Old Boris", MARS, HUMAN, cost=3, effects=(Influence(MARS), Credits(4))),
        Agent("R0b1n", VENUS, ROBOT, cost=2, effects=(Influence(VENUS), Zenithium(1))),
        Agent("Empress Ada", MERCURY, ANIMOD, cost=5, effects=(Influence(MERCURY, 2),)),
    ),
)
CORRECTED: Final = Box(
    BASE_BOX,
    2,
    reprinted(BASE, Agent("Nero", MERCURY, ANIMOD, 1, (Influence(MERCURY), Zenithium(3)))),
)
"""The base box, in which Nero costs 1 credit instead of 7."""


@contextmanager
def installed(*boxes: Box) -> Iterator[None]:
    """Install boxes; they are gone afterwards."""
    tables: tuple[list[Any], ...] = (
        *(AGENTS, CARDS, COSTS, FACTION_OF, PLANET_OF, SLUGS),
        *(PROGRAMS, SOURCE_KEYS, SOURCES),
    )
    sizes = [len(table) for table in tables]
    numbers, versions = dict(NUMBER), {name: list(each) for name, each in BOXES.items()}
    try:
        for box in boxes:
            install(box)
        yield
    finally:
        for table, size in zip(tables, sizes, strict=True):
            del table[size:]
        NUMBER.clear()
        NUMBER.update(numbers)
        BOXES.clear()
        BOXES.update(versions)
        cards_in.cache_clear()
