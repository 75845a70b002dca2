"""Effects turned into programs: flat lists of instructions that the engine runs.

Whatever can ask something in a game (an agent, a technology level, a token, a line bonus, the
leadership, the turn itself) is a *source*, a small int, and `PROGRAMS[source]` is what it does.
An effect made of effects becomes a jump forward: `May(cost, gain)` is the cost, then the gain,
and the cost's `skip` says how many instructions to leave out when it is not paid.

So what is pending in the middle of a game is a few ints: source, place in its program, and what
the program has to remember (`table.py`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.agents import AGENTS
from engine.boards import LEADERSHIP, LINE_BONUS, TECHNOLOGIES, TOKENS
from engine.effects import (
    OPPONENT,
    YOU,
    Amount,
    CardCost,
    CentreDisc,
    Choice,
    Condition,
    Credits,
    CreditsByTechnologies,
    CreditsPerPlanet,
    CreditsUpTo,
    Develop,
    Discard,
    DiscardHand,
    DrawToken,
    Effect,
    Either,
    Exile,
    ExileColumn,
    GiveBadge,
    GiveCredits,
    GiveInfluence,
    GiveZenithium,
    HasBadge,
    HasCredits,
    If,
    Influence,
    InfluenceRow,
    Its,
    Link,
    May,
    Mobilize,
    SpendCredits,
    SpendZenithium,
    TakeBadge,
    TakeCredits,
    TakeToken,
    TakeZenithium,
    Transfer,
    Which,
    Zenithium,
    ZenithiumByTechnologies,
    ZenithiumUpTo,
)
from engine.effects import Cost as CostEffect
from engine.names import FACTIONS, PLACES, Faction, Planet

# Operations. `rules/` says for each what it does. First those that leave no choice, then those
# that only decide where to go on, then those that have answers to choose from.
(
    CLAIM,
    LINE_REACHED,
    INFLUENCE,
    INFLUENCE_ITS,
    CREDITS,
    CREDITS_CARD_COST,
    CREDITS_PER_PLANET,
    CREDITS_BY_TECHNOLOGIES,
    CREDITS_UP_TO,
    TAKE_CREDITS,
    ZENITHIUM,
    ZENITHIUM_BY_TECHNOLOGIES,
    ZENITHIUM_UP_TO,
    TAKE_ZENITHIUM,
    TAKE_BADGE,
    DISCARD_HAND,
    MOBILIZE,
    DRAW_TOKEN,
    IF_BADGE,
    IF_CREDITS,
    IF_ZENITHIUM,
    JUMP,
    END_TURN,
    ORDER,
    TURN,
    SHARE,
    INFLUENCE_CHOICE,
    INFLUENCE_ROW,
    CENTRE,
    SPEND_CREDITS,
    SPEND_ZENITHIUM,
    GIVE_CREDITS,
    GIVE_ZENITHIUM,
    GIVE_BADGE,
    DISCARD,
    EXILE,
    EXILE_COLUMN,
    TRANSFER,
    TAKE_TOKEN,
    DEVELOP,
    EITHER,
) = range(41)
FIRST_BRANCH: Final = IF_BADGE
FIRST_CHOICE: Final = ORDER

# How an instruction asks.
MUST: Final = 0
"""Skipped without a legal answer, applied with a single one, asked with several."""
MAY: Final = 1
"""Skipped without a legal answer, else always asked: no is an answer too."""
ASK: Final = 2
"""Skipped without a legal answer, else always asked, and no is not an answer."""

LOWEST_TECHNOLOGY: Final = 3
CHOSEN_TECHNOLOGY: Final = 4
ALL_PLANETS: Final = tuple(Planet)


@dataclass(frozen=True, slots=True)
class Instruction:
    """One step of a program. Only `op` is always meant; the others as the operation needs."""

    op: int
    n: int = 0
    """A planet, a number of cards, an amount, a place, a face, a faction, a distance."""
    amounts: tuple[int, ...] = ()
    """One number for each step of the cost that was paid; or the numbers of a row."""
    who: int = YOU
    planets: tuple[int, ...] = ALL_PLANETS
    """Which planets may be chosen."""
    another: bool = False
    """And none already chosen by this program."""
    disc: int = 0
    """And only with a disc there: a `DiscAt`."""
    chosen: bool = False
    """The planet is a choice, and counts as chosen for what follows."""
    buys_influence: bool = False
    """Only cards on whose planet lies a disc: the gain is influence there."""
    ask: int = MUST
    skip: int = 0
    """How many instructions after this one depend on it."""


Program = tuple[Instruction, ...]


def compile_effects(effects: Sequence[Effect]) -> Program:
    """Return the program of effects that stand one after another.

    Raises `ValueError` for effects that make no sense together.
    """
    program: list[Instruction] = []
    for effect in effects:
        program += _compiled(effect)
    return tuple(_plain(instruction) for instruction in program)


def _plain(instruction: Instruction) -> Instruction:
    """Turn enum members into the ints they are: twice as fast to work with."""
    return replace(
        instruction,
        n=int(instruction.n),
        who=int(instruction.who),
        planets=tuple(int(planet) for planet in instruction.planets),
        disc=int(instruction.disc),
    )


def _compiled(effect: Effect, steps: int = 1) -> list[Instruction]:
    """Compile one effect; `steps` is how many amounts the cost before it can have."""
    match effect:
        case If(condition, then):
            block = _compiled(then)
            return [replace(_condition(condition), skip=len(block)), *block]
        case Either(first, second):
            one, two = compile_effects(first), compile_effects(second)
            head = Instruction(EITHER, amounts=(len(one), len(two)))
            return [head, *one, Instruction(JUMP, skip=len(two)), *two]
        case Link(do, then):
            block = _compiled(then)
            return [replace(_card_move(do), skip=len(block)), *block]
        case May(cost, gain):
            price = _cost(cost)
            block = _compiled(gain, max(1, len(price.amounts)))
            its = any(instruction.op == INFLUENCE_ITS for instruction in block)
            return [replace(price, ask=MAY, skip=len(block), buys_influence=its), *block]
        case Influence() | GiveInfluence() | InfluenceRow() | CentreDisc():
            return [_influence(effect, steps)]
        case Discard() | DiscardHand() | Mobilize() | Exile() | Transfer():
            return [_card_move(effect)]
        case TakeBadge(face):
            return [Instruction(TAKE_BADGE, face)]
        case DrawToken():
            return [Instruction(DRAW_TOKEN)]
        case TakeToken():
            return [Instruction(TAKE_TOKEN)]
        case Develop(technology, discount):
            which = {Which.LOWEST: LOWEST_TECHNOLOGY, Which.ANY: CHOSEN_TECHNOLOGY}
            n = technology if isinstance(technology, Faction) else which[technology]
            return [Instruction(DEVELOP, n, (discount,), ask=MAY)]
        case _:
            return [_resources(effect, steps)]


def _influence(
    effect: Influence | GiveInfluence | InfluenceRow | CentreDisc, steps: int
) -> Instruction:
    match effect:
        case Influence(Its(), n):
            return Instruction(INFLUENCE_ITS, amounts=_amounts(n, steps))
        case Influence(Planet() as planet, n):
            return Instruction(INFLUENCE, planet, _amounts(n, steps))
        case Influence(Choice() as choice, n):
            return _choosing(choice, Instruction(INFLUENCE_CHOICE, amounts=_amounts(n, steps)))
        case GiveInfluence(Planet() as planet, n):
            return Instruction(INFLUENCE, planet, _amounts(n, steps), who=OPPONENT)
        case GiveInfluence(Choice() as choice, n):
            given = Instruction(INFLUENCE_CHOICE, amounts=_amounts(n, steps), who=OPPONENT)
            return _choosing(choice, given)
        case InfluenceRow(row):
            return Instruction(INFLUENCE_ROW, amounts=row)
        case CentreDisc():
            return Instruction(CENTRE)
    raise ValueError(f"not an influence: {effect}")


def _resources(effect: Effect, steps: int) -> Instruction:
    match effect:
        case Credits(CardCost(), who):
            return Instruction(CREDITS_CARD_COST, who=who)
        case Credits(int() | tuple() as amount, who):
            return Instruction(CREDITS, amounts=_amounts(amount, steps), who=who)
        case Zenithium(amount, who):
            return Instruction(ZENITHIUM, amounts=_amounts(amount, steps), who=who)
        case CreditsPerPlanet(n, whose):
            return Instruction(CREDITS_PER_PLANET, n, who=whose)
        case CreditsByTechnologies(by):
            return Instruction(CREDITS_BY_TECHNOLOGIES, amounts=(0, *by))
        case ZenithiumByTechnologies(by):
            return Instruction(ZENITHIUM_BY_TECHNOLOGIES, amounts=(0, *by))
        case CreditsUpTo(n, who):
            return Instruction(CREDITS_UP_TO, n, who=who)
        case ZenithiumUpTo(n, who):
            return Instruction(ZENITHIUM_UP_TO, n, who=who)
        case TakeCredits(n):
            return Instruction(TAKE_CREDITS, n)
        case TakeZenithium(n):
            return Instruction(TAKE_ZENITHIUM, n)
    raise ValueError(f"not an effect: {effect}")


def _cost(cost: CostEffect) -> Instruction:
    match cost:
        case SpendCredits(amounts):
            return Instruction(SPEND_CREDITS, amounts=amounts)
        case SpendZenithium(amounts):
            return Instruction(SPEND_ZENITHIUM, amounts=amounts)
        case ExileColumn(planet, counts):
            return Instruction(EXILE_COLUMN, planet, counts)
        case GiveCredits(n):
            return Instruction(GIVE_CREDITS, n)
        case GiveZenithium(n):
            return Instruction(GIVE_ZENITHIUM, n)
        case GiveBadge():
            return Instruction(GIVE_BADGE)
        case Discard() | Exile() | Transfer():
            return _card_move(cost)
    raise ValueError(f"not a cost: {cost}")


def _card_move(effect: Discard | DiscardHand | Mobilize | Exile | Transfer) -> Instruction:
    match effect:
        case Discard():
            return Instruction(DISCARD)
        case DiscardHand():
            return Instruction(DISCARD_HAND)
        case Mobilize(count):
            return Instruction(MOBILIZE, count)
        case Exile(whose, count, where):
            return _choosing(where, Instruction(EXILE, count, who=whose))
        case Transfer(count, where):
            return _choosing(where, Instruction(TRANSFER, count, who=OPPONENT))
    raise ValueError(f"not a move of cards: {effect}")


def _choosing(where: Planet | Choice, instruction: Instruction) -> Instruction:
    if isinstance(where, Planet):
        return replace(instruction, planets=(int(where),))
    if where.disc and instruction.op != INFLUENCE_CHOICE:
        raise ValueError(f"where a disc lies does not limit a choice of cards: {where}")
    planets = tuple(int(planet) for planet in Planet if planet != where.other_than)
    return replace(
        instruction, planets=planets, another=where.another, disc=where.disc, chosen=True
    )


def _condition(condition: Condition) -> Instruction:
    if isinstance(condition, HasBadge):
        return Instruction(IF_BADGE, who=condition.who)
    op = IF_CREDITS if isinstance(condition, HasCredits) else IF_ZENITHIUM
    return Instruction(op, condition.amount, who=condition.who)


def _amounts(amount: Amount, steps: int) -> tuple[int, ...]:
    if isinstance(amount, int):
        return (amount,)
    if len(amount) != steps:
        raise ValueError(f"{amount} has not one amount for each of {steps} steps of the cost")
    return amount


# --- sources ---

LETTERS: Final = tuple(TECHNOLOGIES)
LEVELS: Final = 5
SUPPLY: Final = len(PLACES)
"""The place of a token that comes from the supply."""

AGENT: Final = 0
"""+ number of the agent"""
TECHNOLOGY: Final = AGENT + len(AGENTS)
"""+ 5 * place of the board side in `LETTERS` + level - 1"""
LINE: Final = TECHNOLOGY + len(LETTERS) * LEVELS
"""+ level - 1"""
LEADER: Final = LINE + len(LINE_BONUS)
"""+ faction"""
TOKEN: Final = LEADER + len(FACTIONS)
"""+ 8 * place + kind"""
CLAIMED: Final = TOKEN + (SUPPLY + 1) * len(TOKENS)
"""+ place: the token there is due"""
SEAT_TURN: Final = CLAIMED + len(PLACES)
TEAM_TURN: Final = SEAT_TURN + 1

SOURCES: Final[list[str]] = [
    *(agent.slug for agent in AGENTS),
    *(
        f"technology {FACTIONS[number // 2]} {level}"
        for number in range(len(LETTERS))
        for level in range(1, LEVELS + 1)
    ),
    *(f"line {level}" for level in (1, 2, 3)),
    *("leadership" for _ in FACTIONS),
    *(f"token {place}" for place in (*PLACES, "supply") for _ in TOKENS),
    *(f"token {place}" for place in PLACES),
    "turn",
    "turn",
]
"""Source -> its name in `Decision.source` and in events."""

SOURCE_KEYS: Final[list[str]] = [
    *(agent.slug for agent in AGENTS),
    *(f"technology {letter} {level}" for letter in LETTERS for level in range(1, LEVELS + 1)),
    *(f"line {level}" for level in (1, 2, 3)),
    *(f"leadership {faction}" for faction in FACTIONS),
    *(f"token {place} {token.id}" for place in (*PLACES, "supply") for token in TOKENS),
    *(f"claim {place}" for place in PLACES),
    "turn",
    "team turn",
]
"""Source -> its name in snapshots, each one different."""

SOURCE_NUMBER: Final = {key: source for source, key in enumerate(SOURCE_KEYS)}

_SHARE: Final = Instruction(SHARE, ask=MAY)

PROGRAMS: Final[list[Program]] = [
    *(compile_effects(agent.effects) for agent in AGENTS),
    *(compile_effects(level) for side in TECHNOLOGIES.values() for level in side),
    *(
        (Instruction(LINE_REACHED, level), *compile_effects(effects))
        for level, effects in enumerate(LINE_BONUS, 1)
    ),
    *((*compile_effects(LEADERSHIP[faction]), _SHARE) for faction in Faction),
    *(compile_effects((token.effect,)) for _ in range(SUPPLY + 1) for token in TOKENS),
    *((Instruction(CLAIM, place),) for place in range(len(PLACES))),
    (Instruction(TURN, ask=ASK), Instruction(END_TURN, skip=-2)),
    (Instruction(ORDER, ask=ASK),),
]
"""Source -> what it does."""

COSTS: Final = tuple(agent.cost for agent in AGENTS)
PLANET_OF: Final = tuple(int(agent.planet) for agent in AGENTS)
FACTION_OF: Final = tuple(int(agent.faction) for agent in AGENTS)
CARDS: Final = tuple(
    (agent.planet.value, agent.faction.value, agent.cost, 3 * number)
    for number, agent in enumerate(AGENTS)
)
"""Number -> planet, faction, printed cost, first of the three answers that play it."""
SLUGS: Final = tuple(agent.slug for agent in AGENTS)
