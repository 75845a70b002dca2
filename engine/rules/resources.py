"""Operations on credits, zenithium and the leader badge."""

from typing import Final

from engine import events
from engine.agents import COSTS
from engine.effects import (
    CardCost,
    Condition,
    Credits,
    CreditsByTechnologies,
    CreditsPerPlanet,
    CreditsUpTo,
    GiveBadge,
    GiveCredits,
    GiveZenithium,
    HasBadge,
    HasCredits,
    SpendCredits,
    SpendZenithium,
    TakeBadge,
    TakeCredits,
    TakeZenithium,
    Zenithium,
    ZenithiumByTechnologies,
    ZenithiumUpTo,
)
from engine.instructions import Compile, Instruction, Question, Step, amounts
from engine.rules.base import NO, YES, always, amount
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


CREDITS: Final = Step(always, credits)


def zenithium(table: Table, instruction: Instruction) -> bool:
    return gain_zenithium(table, table.you ^ instruction.who, amount(table, instruction))


ZENITHIUM: Final = Step(always, zenithium)


def credits_card_cost(table: Table, instruction: Instruction) -> bool:
    return gain_credits(table, table.you ^ instruction.who, COSTS[table.card])


CREDITS_CARD_COST: Final = Step(always, credits_card_cost)


def credits_per_planet(table: Table, instruction: Instruction) -> bool:
    first = 5 * (table.you ^ instruction.who)
    planets = sum(1 for column in table.columns[first : first + 5] if column)
    return gain_credits(table, table.you, instruction.n * planets)


CREDITS_PER_PLANET: Final = Step(always, credits_per_planet)


def technologies(table: Table, side: int) -> int:
    """Return the number of technologies of a side at level 1 or higher."""
    return sum(1 for level in table.levels[3 * side : 3 * side + 3] if level)


def credits_by_technologies(table: Table, instruction: Instruction) -> bool:
    amount = instruction.amounts[technologies(table, table.you)]
    return gain_credits(table, table.you, amount)


CREDITS_BY_TECHNOLOGIES: Final = Step(always, credits_by_technologies)


def zenithium_by_technologies(table: Table, instruction: Instruction) -> bool:
    amount = instruction.amounts[technologies(table, table.you)]
    return gain_zenithium(table, table.you, amount)


ZENITHIUM_BY_TECHNOLOGIES: Final = Step(always, zenithium_by_technologies)


def can_credits_up_to(table: Table, instruction: Instruction) -> bool:
    return table.credits[table.you ^ instruction.who] < instruction.n


def credits_up_to(table: Table, instruction: Instruction) -> bool:
    if not can_credits_up_to(table, instruction):
        return False
    side = table.you ^ instruction.who
    return gain_credits(table, side, instruction.n - table.credits[side])


CREDITS_UP_TO: Final = Step(can_credits_up_to, credits_up_to)


def can_zenithium_up_to(table: Table, instruction: Instruction) -> bool:
    return table.zenithium[table.you ^ instruction.who] < instruction.n


def zenithium_up_to(table: Table, instruction: Instruction) -> bool:
    if not can_zenithium_up_to(table, instruction):
        return False
    side = table.you ^ instruction.who
    return gain_zenithium(table, side, instruction.n - table.zenithium[side])


ZENITHIUM_UP_TO: Final = Step(can_zenithium_up_to, zenithium_up_to)


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


TAKE_CREDITS: Final = Step(can_take_credits, take_credits)


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


TAKE_ZENITHIUM: Final = Step(can_take_zenithium, take_zenithium)


def write_spend(_: Table, __: Instruction, amount: int) -> str:
    return f"spend {amount}"


def spend_credits_options(table: Table, instruction: Instruction) -> list[int]:
    return [amount for amount in instruction.amounts if amount <= table.credits[table.you]]


def spend_credits(table: Table, instruction: Instruction, amount: int) -> int:
    table.step = instruction.amounts.index(amount)
    table.credits[table.you] -= amount
    if table.log is not None:
        table.log.append(events.CreditsSpent(table.you, amount))
    return 1


SPEND_CREDITS: Final = Question("count", spend_credits_options, spend_credits, write_spend)


def spend_zenithium_options(table: Table, instruction: Instruction) -> list[int]:
    return [amount for amount in instruction.amounts if amount <= table.zenithium[table.you]]


def spend_zenithium(table: Table, instruction: Instruction, amount: int) -> int:
    table.step = instruction.amounts.index(amount)
    table.zenithium[table.you] -= amount
    if table.log is not None:
        table.log.append(events.ZenithiumSpent(table.you, amount))
    return 1


SPEND_ZENITHIUM: Final = Question("count", spend_zenithium_options, spend_zenithium, write_spend)


def write_give(_: Table, __: Instruction, ___: int) -> str:
    return "give"


def give_credits_options(table: Table, instruction: Instruction) -> list[int]:
    return YES if table.credits[table.you] >= instruction.n else NO


def give_credits(table: Table, instruction: Instruction, _: int) -> int:
    table.credits[table.you] -= instruction.n
    table.credits[1 - table.you] += instruction.n
    if table.log is not None:
        table.log.append(events.CreditsGiven(table.you, instruction.n))
    return 1


GIVE_CREDITS: Final = Question("give", give_credits_options, give_credits, write_give)


def give_zenithium_options(table: Table, instruction: Instruction) -> list[int]:
    return YES if table.zenithium[table.you] >= instruction.n else NO


def give_zenithium(table: Table, instruction: Instruction, _: int) -> int:
    table.zenithium[table.you] -= instruction.n
    table.zenithium[1 - table.you] += instruction.n
    if table.log is not None:
        table.log.append(events.ZenithiumGiven(table.you, instruction.n))
    return 1


GIVE_ZENITHIUM: Final = Question("give", give_zenithium_options, give_zenithium, write_give)


def can_take_badge(table: Table, _: Instruction) -> bool:
    return table.badge != table.you or not table.gold


def take_badge(table: Table, instruction: Instruction) -> bool:
    if not can_take_badge(table, instruction):
        return False
    table.take_badge(table.you, bool(instruction.n))
    return True


TAKE_BADGE: Final = Step(can_take_badge, take_badge)


def give_badge_options(table: Table, _: Instruction) -> list[int]:
    return YES if table.badge == table.you else NO


def give_badge(table: Table, _: Instruction, __: int) -> int:
    table.badge = 1 - table.you
    table.gold = False
    if table.log is not None:
        table.log.append(events.BadgeGiven(table.you))
    return 1


GIVE_BADGE: Final = Question("give", give_badge_options, give_badge, write_give)


# --- conditions ---


def if_badge(table: Table, instruction: Instruction) -> bool:
    return table.badge == table.you ^ instruction.who


IF_BADGE: Final = Step(if_badge, if_badge, effect=False)


def if_credits(table: Table, instruction: Instruction) -> bool:
    return table.credits[table.you ^ instruction.who] >= instruction.n


IF_CREDITS: Final = Step(if_credits, if_credits, effect=False)


def if_zenithium(table: Table, instruction: Instruction) -> bool:
    return table.zenithium[table.you ^ instruction.who] >= instruction.n


IF_ZENITHIUM: Final = Step(if_zenithium, if_zenithium, effect=False)


def condition(condition: Condition) -> Instruction:
    """Return the instruction that continues only if the condition holds."""
    if isinstance(condition, HasBadge):
        return Instruction(IF_BADGE, who=condition.who)
    op = IF_CREDITS if isinstance(condition, HasCredits) else IF_ZENITHIUM
    return Instruction(op, condition.amount, who=condition.who)


# --- how effects become instructions ---


def compile_credits(effect: Credits, steps: int) -> Instruction:
    if isinstance(effect.amount, CardCost):
        return Instruction(CREDITS_CARD_COST, who=effect.who)
    return Instruction(CREDITS, amounts=amounts(effect.amount, steps), who=effect.who)


def compile_zenithium(effect: Zenithium, steps: int) -> Instruction:
    return Instruction(ZENITHIUM, amounts=amounts(effect.amount, steps), who=effect.who)


EFFECTS: Final[dict[type, Compile]] = {
    Credits: compile_credits,
    CreditsPerPlanet: lambda e, _: Instruction(CREDITS_PER_PLANET, e.amount, who=e.whose),
    CreditsByTechnologies: lambda e, _: Instruction(
        CREDITS_BY_TECHNOLOGIES, amounts=(0, *e.amounts)
    ),
    CreditsUpTo: lambda e, _: Instruction(CREDITS_UP_TO, e.amount, who=e.who),
    TakeCredits: lambda e, _: Instruction(TAKE_CREDITS, e.amount),
    SpendCredits: lambda e, _: Instruction(SPEND_CREDITS, amounts=e.amounts),
    GiveCredits: lambda e, _: Instruction(GIVE_CREDITS, e.amount),
    Zenithium: compile_zenithium,
    ZenithiumByTechnologies: lambda e, _: Instruction(
        ZENITHIUM_BY_TECHNOLOGIES, amounts=(0, *e.amounts)
    ),
    ZenithiumUpTo: lambda e, _: Instruction(ZENITHIUM_UP_TO, e.amount, who=e.who),
    TakeZenithium: lambda e, _: Instruction(TAKE_ZENITHIUM, e.amount),
    SpendZenithium: lambda e, _: Instruction(SPEND_ZENITHIUM, amounts=e.amounts),
    GiveZenithium: lambda e, _: Instruction(GIVE_ZENITHIUM, e.amount),
    TakeBadge: lambda e, _: Instruction(TAKE_BADGE, e.face),
    GiveBadge: lambda _, __: Instruction(GIVE_BADGE),
}
"""Effect or cost -> its instruction."""
