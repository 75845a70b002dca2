"""Cards and bonus tokens that change their place."""

from engine.names import PLACES
from engine.programs import MAY, PLANET_OF, SUPPLY, Instruction
from engine.rules.base import NO
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


def can_discard_hand(table: Table, _: Instruction) -> bool:
    return table.you == table.side and len(table.hands[table.active]) > 0


def discard_hand(table: Table, instruction: Instruction) -> bool:
    if not can_discard_hand(table, instruction):
        return False
    table.discard_cards(table.active, table.hands[table.active])
    return True


def can_mobilize(table: Table, _: Instruction) -> bool:
    return table.cards_to_draw() > 0


def mobilize(table: Table, instruction: Instruction) -> bool:
    count = min(instruction.n, table.cards_to_draw())
    for _ in range(count):
        table.card = table.mobilize(table.you)
    return count > 0


def columns(table: Table, instruction: Instruction) -> list[int]:
    """Return the planets where that side has a card that the instruction may move."""
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
    """Note that one of several cards has been moved; return how far to go on."""
    if instruction.chosen:
        table.chosen |= 1 << planet
    table.left = (table.left or instruction.n) - 1
    return 0 if table.left else 1


def exile(table: Table, instruction: Instruction, planet: int) -> int:
    table.card = table.exile(table.you, table.you ^ instruction.who, planet)
    return moved_one(table, instruction, planet)


def transfer(table: Table, instruction: Instruction, planet: int) -> int:
    table.card = table.transfer(table.you, planet)
    return moved_one(table, instruction, planet)


def exile_column_options(table: Table, instruction: Instruction) -> list[int]:
    cards = len(table.columns[5 * table.you + instruction.n])
    return [count for count in instruction.amounts if count <= cards]


def exile_column(table: Table, instruction: Instruction, count: int) -> int:
    table.step = instruction.amounts.index(count)
    for _ in range(count):
        table.exile(table.you, table.you, instruction.n)
    return 1


def can_claim(table: Table, instruction: Instruction) -> bool:
    return table.tokens[instruction.n] != GONE


def claim(table: Table, instruction: Instruction) -> bool:
    if not can_claim(table, instruction):
        return False
    take_token(table, instruction, instruction.n)
    return True


def take_token_options(table: Table, _: Instruction) -> list[int]:
    return [place for place in range(len(PLACES)) if table.tokens[place] != GONE]


def take_token(table: Table, _: Instruction, place: int) -> int:
    kind = table.tokens[place]
    table.tokens[place] = GONE
    table.gain_token(table.you, kind, place)
    return 1


def can_draw_token(table: Table, _: Instruction) -> bool:
    return len(table.supply) + len(table.token_discard) > 0


def draw_token(table: Table, instruction: Instruction) -> bool:
    if not can_draw_token(table, instruction):
        return False
    table.gain_token(table.you, table.draw_token(), SUPPLY)
    return True
