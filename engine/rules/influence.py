"""Influence: what moves discs."""

from typing import Final

from engine import events
from engine.effects import DiscAt
from engine.names import PLANETS
from engine.programs import PLANET_OF, Instruction
from engine.rules.base import amount
from engine.table import NO_DISC, RUNNING, Table

AT_CENTRE: Final = int(DiscAt.CENTRE)
ON_OPPONENT_SIDE: Final = int(DiscAt.OPPONENT_SIDE)


def can_influence(table: Table, instruction: Instruction) -> bool:
    return table.discs[instruction.n] != NO_DISC


def influence(table: Table, instruction: Instruction) -> bool:
    if table.discs[instruction.n] == NO_DISC:
        return False
    table.pull(table.you ^ instruction.who, instruction.n, amount(table, instruction))
    return True


def planets(table: Table, instruction: Instruction) -> list[int]:
    """Return the planets with a disc that the instruction's filter leaves."""
    discs = table.discs
    if not instruction.another and not instruction.disc:
        return [planet for planet in instruction.planets if discs[planet] != NO_DISC]
    chosen = table.chosen if instruction.another else 0
    where = instruction.disc
    planets = []
    for planet in instruction.planets:
        if discs[planet] == NO_DISC or chosen >> planet & 1:
            continue
        if where == AT_CENTRE and discs[planet] != 0:
            continue
        if where == ON_OPPONENT_SIDE and table.steps_to(table.you, planet) >= 0:
            continue
        planets.append(planet)
    return planets


def influence_choice(table: Table, instruction: Instruction, planet: int) -> int:
    table.chosen |= 1 << planet
    table.pull(table.you ^ instruction.who, planet, amount(table, instruction))
    return 1


def can_influence_its(table: Table, _: Instruction) -> bool:
    if table.card == -1:  # asked before the card is chosen: whoever chooses it looks itself
        return True
    return table.discs[PLANET_OF[table.card]] != NO_DISC


def influence_its(table: Table, instruction: Instruction) -> bool:
    if not can_influence_its(table, instruction):
        return False
    table.pull(table.you, PLANET_OF[table.card], amount(table, instruction))
    return True


def row_planets(steps: tuple[int, ...], named: int) -> list[tuple[int, int]]:
    """Return (planet, steps) of the row that an answer names, from Mercury to Jupiter."""
    first = named - 1 if steps == (1, 2, 1) else named
    return [(first + i, n) for i, n in enumerate(steps) if 0 <= first + i < 5]


def row_options(table: Table, instruction: Instruction) -> list[int]:
    steps, discs = instruction.amounts, table.discs
    names = range(5) if steps == (1, 2, 1) else range(6 - len(steps))
    if NO_DISC not in discs:
        return list(names)
    return [
        named
        for named in names
        if any(discs[planet] != NO_DISC for planet, _ in row_planets(steps, named))
    ]


def row(table: Table, instruction: Instruction, named: int) -> int:
    for planet, steps in row_planets(instruction.amounts, named):
        if table.discs[planet] != NO_DISC and table.ending == RUNNING:
            table.pull(table.you, planet, steps)
    return 1


def centre(table: Table, _: Instruction, planet: int) -> int:
    table.discs[planet] = 0
    if table.log is not None:
        table.log.append(events.DiscCentred(PLANETS[planet]))
    return 1
