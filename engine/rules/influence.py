"""Operations that move discs."""

from dataclasses import replace
from typing import Final

from engine import events
from engine.agents import PLANET_OF
from engine.effects import (
    OPPONENT,
    CentreDisc,
    DiscAt,
    GiveInfluence,
    Influence,
    InfluenceRow,
    Its,
)
from engine.instructions import Compile, Instruction, Question, Step, amounts
from engine.names import PLANETS, Planet
from engine.rules.base import amount, choosing, write_planet
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


INFLUENCE: Final = Step(can_influence, influence)


def planets(table: Table, instruction: Instruction) -> list[int]:
    """Return the planets with a disc that pass the filter of the instruction."""
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


INFLUENCE_CHOICE: Final = Question("planet", planets, influence_choice, write_planet)


def can_influence_its(table: Table, _: Instruction) -> bool:
    if table.card == -1:  # asked before the card is chosen: the choice of the card checks it
        return True
    return table.discs[PLANET_OF[table.card]] != NO_DISC


def influence_its(table: Table, instruction: Instruction) -> bool:
    if not can_influence_its(table, instruction):
        return False
    table.pull(table.you, PLANET_OF[table.card], amount(table, instruction))
    return True


INFLUENCE_ITS: Final = Step(can_influence_its, influence_its)


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


def write_row(_: Table, instruction: Instruction, named: int) -> str:
    verb = "planet" if instruction.amounts == (1, 2, 1) else "row"
    return f"{verb} {PLANETS[named]}"


INFLUENCE_ROW: Final = Question("row", row_options, row, write_row)


def centre(table: Table, _: Instruction, planet: int) -> int:
    table.discs[planet] = 0
    if table.log is not None:
        table.log.append(events.DiscCentred(PLANETS[planet]))
    return 1


CENTRE: Final = Question("planet", planets, centre, write_planet)


# --- how effects become instructions ---


def compile_influence(effect: Influence, steps: int) -> Instruction:
    if isinstance(effect.where, Its):
        return Instruction(INFLUENCE_ITS, amounts=amounts(effect.steps, steps))
    if isinstance(effect.where, Planet):
        return Instruction(INFLUENCE, effect.where, amounts(effect.steps, steps))
    choice = Instruction(INFLUENCE_CHOICE, amounts=amounts(effect.steps, steps))
    return choosing(effect.where, choice)


def compile_given_influence(effect: GiveInfluence, steps: int) -> Instruction:
    given = compile_influence(Influence(effect.where, effect.steps), steps)
    return replace(given, who=OPPONENT)


EFFECTS: Final[dict[type, Compile]] = {
    Influence: compile_influence,
    GiveInfluence: compile_given_influence,
    InfluenceRow: lambda effect, _: Instruction(INFLUENCE_ROW, amounts=effect.steps),
    CentreDisc: lambda _, __: Instruction(CENTRE),
}
"""Effect -> its instruction."""
