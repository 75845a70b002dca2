"""Operations that move cards and bonus tokens."""

from typing import Final

from engine.agents import PLANET_OF, SLUGS
from engine.effects import (
    OPPONENT,
    Discard,
    DiscardHand,
    DiscAt,
    DrawToken,
    Exile,
    ExileColumn,
    Mobilize,
    TakeToken,
    Transfer,
    Where,
)
from engine.instructions import MAY, Compile, Instruction, Question, Step
from engine.names import PLACES, PLANETS, Planet
from engine.rules.base import NO, choosing
from engine.sources import SUPPLY
from engine.table import GONE, NO_DISC, Table


def discard_options(table: Table, instruction: Instruction) -> list[int]:
    """Return the cards of the acting seat; there is no such effect outside a seat's own turn."""
    if table.you != table.side:
        return NO
    hand = table.hands[table.active]
    if instruction.buys_influence:
        return [card for card in hand if table.discs[PLANET_OF[card]] != NO_DISC]
    return list(hand)


def discard(table: Table, _: Instruction, card: int) -> int:
    table.card = card
    table.discard_cards(table.active, (card,))
    return 1


def write_discard(_: Table, __: Instruction, card: int) -> str:
    return f"discard {SLUGS[card]}"


DISCARD: Final = Question("discard", discard_options, discard, write_discard)


def can_discard_hand(table: Table, _: Instruction) -> bool:
    return table.you == table.side and len(table.hands[table.active]) > 0


def discard_hand(table: Table, instruction: Instruction) -> bool:
    if not can_discard_hand(table, instruction):
        return False
    table.discard_cards(table.active, table.hands[table.active])
    return True


DISCARD_HAND: Final = Step(can_discard_hand, discard_hand)


def can_mobilize(table: Table, _: Instruction) -> bool:
    return table.cards_to_draw() > 0


def mobilize(table: Table, instruction: Instruction) -> bool:
    count = min(instruction.n, table.cards_to_draw())
    for _ in range(count):
        table.card = table.mobilize(table.you)
    return count > 0


MOBILIZE: Final = Step(can_mobilize, mobilize)


def columns(table: Table, instruction: Instruction) -> list[int]:
    """Return the planets where the side has a card that the instruction may move."""
    first = 5 * (table.you ^ instruction.who)
    columns, discs = table.columns, table.discs
    chosen = table.chosen if instruction.another else 0
    planets = [
        planet
        for planet in instruction.planets
        if columns[first + planet]
        and not chosen >> planet & 1
        and not (instruction.buys_influence and discs[planet] == NO_DISC)
    ]
    if instruction.ask == MAY and table.left == 0:  # a cost is paid in full or not at all
        if sum(len(columns[first + planet]) for planet in planets) < instruction.n:
            return NO
    return planets


def moved_one(table: Table, instruction: Instruction, planet: int) -> int:
    """Count one of several cards as moved; return how far to go on."""
    if instruction.chosen:
        table.chosen |= 1 << planet
    table.left = (table.left or instruction.n) - 1
    return 0 if table.left else 1


def exile(table: Table, instruction: Instruction, planet: int) -> int:
    table.card = table.exile(table.you, table.you ^ instruction.who, planet)
    return moved_one(table, instruction, planet)


def write_exile(_: Table, __: Instruction, planet: int) -> str:
    return f"exile {PLANETS[planet]}"


EXILE: Final = Question("column", columns, exile, write_exile)


def transfer(table: Table, instruction: Instruction, planet: int) -> int:
    table.card = table.transfer(table.you, planet)
    return moved_one(table, instruction, planet)


def write_transfer(_: Table, __: Instruction, planet: int) -> str:
    return f"transfer {PLANETS[planet]}"


TRANSFER: Final = Question("column", columns, transfer, write_transfer)


def exile_column_options(table: Table, instruction: Instruction) -> list[int]:
    cards = len(table.columns[5 * table.you + instruction.n])
    return [count for count in instruction.amounts if count <= cards]


def exile_column(table: Table, instruction: Instruction, count: int) -> int:
    table.step = instruction.amounts.index(count)
    for _ in range(count):
        table.exile(table.you, table.you, instruction.n)
    return 1


def write_exile_column(_: Table, __: Instruction, count: int) -> str:
    return f"exile {count}"


EXILE_COLUMN: Final = Question("count", exile_column_options, exile_column, write_exile_column)


def can_claim(table: Table, instruction: Instruction) -> bool:
    return table.tokens[instruction.n] != GONE


def claim(table: Table, instruction: Instruction) -> bool:
    if not can_claim(table, instruction):
        return False
    take_token(table, instruction, instruction.n)
    return True


CLAIM: Final = Step(can_claim, claim)


def take_token_options(table: Table, _: Instruction) -> list[int]:
    return [place for place in range(len(PLACES)) if table.tokens[place] != GONE]


def take_token(table: Table, _: Instruction, place: int) -> int:
    kind = table.tokens[place]
    table.tokens[place] = GONE
    table.gain_token(table.you, kind, place)
    return 1


def write_token(_: Table, __: Instruction, place: int) -> str:
    return f"token {PLACES[place]}"


TAKE_TOKEN: Final = Question("token", take_token_options, take_token, write_token)


def can_draw_token(table: Table, _: Instruction) -> bool:
    return len(table.supply) + len(table.token_discard) > 0


def draw_token(table: Table, instruction: Instruction) -> bool:
    if not can_draw_token(table, instruction):
        return False
    table.gain_token(table.you, table.draw_token(), SUPPLY)
    return True


DRAW_TOKEN: Final = Step(can_draw_token, draw_token)


# --- how effects become instructions ---


def compile_column_move(where: Where, instruction: Instruction) -> Instruction:
    if not isinstance(where, Planet) and where.disc != DiscAt.ANYWHERE:
        raise ValueError(f"where a disc lies does not limit a choice of cards: {where}")
    return choosing(where, instruction)


def compile_exile(effect: Exile, _: int) -> Instruction:
    return compile_column_move(effect.where, Instruction(EXILE, effect.count, who=effect.whose))


def compile_transfer(effect: Transfer, _: int) -> Instruction:
    return compile_column_move(effect.where, Instruction(TRANSFER, effect.count, who=OPPONENT))


EFFECTS: Final[dict[type, Compile]] = {
    Discard: lambda _, __: Instruction(DISCARD),
    DiscardHand: lambda _, __: Instruction(DISCARD_HAND),
    Mobilize: lambda effect, _: Instruction(MOBILIZE, effect.count),
    Exile: compile_exile,
    ExileColumn: lambda cost, _: Instruction(EXILE_COLUMN, cost.planet, cost.counts),
    Transfer: compile_transfer,
    DrawToken: lambda _, __: Instruction(DRAW_TOKEN),
    TakeToken: lambda _, __: Instruction(TAKE_TOKEN),
}
"""Effect or cost -> its instruction."""
