"""Credits, zenithium and the leader badge."""

from engine import events
from engine.programs import COSTS, Instruction
from engine.rules.base import NO, YES, amount
from engine.table import Table


def gain_credits(table: Table, side: int, amount: int) -> bool:
    table.credits[side] += amount
    if table.log is not None and amount:
        table.log.append(events.CreditsGained(side, amount))
    return True


def gain_zenithium(table: Table, side: int, amount: int) -> bool:
    table.zenithium[side] += amount
    if table.log is not None and amount:
        table.log.append(events.ZenithiumGained(side, amount))
    return True


def credits(table: Table, instruction: Instruction) -> bool:
    return gain_credits(table, table.you ^ instruction.who, amount(table, instruction))


def zenithium(table: Table, instruction: Instruction) -> bool:
    return gain_zenithium(table, table.you ^ instruction.who, amount(table, instruction))


def credits_card_cost(table: Table, instruction: Instruction) -> bool:
    return gain_credits(table, table.you ^ instruction.who, COSTS[table.card])


def credits_per_planet(table: Table, instruction: Instruction) -> bool:
    first = 5 * (table.you ^ instruction.who)
    planets = sum(1 for column in table.columns[first : first + 5] if column)
    return gain_credits(table, table.you, instruction.n * planets)


def technologies(table: Table, side: int) -> int:
    """How many technologies of a side are at level 1 or higher."""
    return sum(1 for level in table.levels[3 * side : 3 * side + 3] if level)


def credits_by_technologies(table: Table, instruction: Instruction) -> bool:
    amount = instruction.amounts[technologies(table, table.you)]
    return gain_credits(table, table.you, amount)


def zenithium_by_technologies(table: Table, instruction: Instruction) -> bool:
    amount = instruction.amounts[technologies(table, table.you)]
    return gain_zenithium(table, table.you, amount)


def can_credits_up_to(table: Table, instruction: Instruction) -> bool:
    return table.credits[table.you ^ instruction.who] < instruction.n


def credits_up_to(table: Table, instruction: Instruction) -> bool:
    if not can_credits_up_to(table, instruction):
        return False
    side = table.you ^ instruction.who
    return gain_credits(table, side, instruction.n - table.credits[side])


def can_zenithium_up_to(table: Table, instruction: Instruction) -> bool:
    return table.zenithium[table.you ^ instruction.who] < instruction.n


def zenithium_up_to(table: Table, instruction: Instruction) -> bool:
    if not can_zenithium_up_to(table, instruction):
        return False
    side = table.you ^ instruction.who
    return gain_zenithium(table, side, instruction.n - table.zenithium[side])


def can_take_credits(table: Table, _: Instruction) -> bool:
    return table.credits[1 - table.you] > 0


def take_credits(table: Table, instruction: Instruction) -> bool:
    if not can_take_credits(table, instruction):
        return False
    amount = min(instruction.n, table.credits[1 - table.you])
    table.credits[1 - table.you] -= amount
    table.credits[table.you] += amount
    if table.log is not None:
        table.log.append(events.CreditsTaken(table.you, amount))
    return True


def can_take_zenithium(table: Table, _: Instruction) -> bool:
    return table.zenithium[1 - table.you] > 0


def take_zenithium(table: Table, instruction: Instruction) -> bool:
    if not can_take_zenithium(table, instruction):
        return False
    amount = min(instruction.n, table.zenithium[1 - table.you])
    table.zenithium[1 - table.you] -= amount
    table.zenithium[table.you] += amount
    if table.log is not None:
        table.log.append(events.ZenithiumTaken(table.you, amount))
    return True


def spend_credits_options(table: Table, instruction: Instruction) -> list[int]:
    return [amount for amount in instruction.amounts if amount <= table.credits[table.you]]


def spend_credits(table: Table, instruction: Instruction, amount: int) -> int:
    table.step = instruction.amounts.index(amount)
    table.credits[table.you] -= amount
    if table.log is not None:
        table.log.append(events.CreditsSpent(table.you, amount))
    return 1


def spend_zenithium_options(table: Table, instruction: Instruction) -> list[int]:
    return [amount for amount in instruction.amounts if amount <= table.zenithium[table.you]]


def spend_zenithium(table: Table, instruction: Instruction, amount: int) -> int:
    table.step = instruction.amounts.index(amount)
    table.zenithium[table.you] -= amount
    if table.log is not None:
        table.log.append(events.ZenithiumSpent(table.you, amount))
    return 1


def give_credits_options(table: Table, instruction: Instruction) -> list[int]:
    return YES if table.credits[table.you] >= instruction.n else NO


def give_credits(table: Table, instruction: Instruction, _: int) -> int:
    table.credits[table.you] -= instruction.n
    table.credits[1 - table.you] += instruction.n
    if table.log is not None:
        table.log.append(events.CreditsGiven(table.you, instruction.n))
    return 1


def give_zenithium_options(table: Table, instruction: Instruction) -> list[int]:
    return YES if table.zenithium[table.you] >= instruction.n else NO


def give_zenithium(table: Table, instruction: Instruction, _: int) -> int:
    table.zenithium[table.you] -= instruction.n
    table.zenithium[1 - table.you] += instruction.n
    if table.log is not None:
        table.log.append(events.ZenithiumGiven(table.you, instruction.n))
    return 1


def can_take_badge(table: Table, _: Instruction) -> bool:
    return table.badge != table.you or not table.gold


def take_badge(table: Table, instruction: Instruction) -> bool:
    if not can_take_badge(table, instruction):
        return False
    table.take_badge(table.you, bool(instruction.n))
    return True


def give_badge_options(table: Table, _: Instruction) -> list[int]:
    return YES if table.badge == table.you else NO


def give_badge(table: Table, _: Instruction, __: int) -> int:
    table.badge = 1 - table.you
    table.gold = False
    if table.log is not None:
        table.log.append(events.BadgeGiven(table.you))
    return 1


# --- conditions ---


def if_badge(table: Table, instruction: Instruction) -> bool:
    return table.badge == table.you ^ instruction.who


def if_credits(table: Table, instruction: Instruction) -> bool:
    return table.credits[table.you ^ instruction.who] >= instruction.n


def if_zenithium(table: Table, instruction: Instruction) -> bool:
    return table.zenithium[table.you ^ instruction.who] >= instruction.n
