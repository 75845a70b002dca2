"""Units of plain effects and costs: those that hold no other effect."""

from collections.abc import Sequence
from typing import Final, assert_never

from engine.effects import (
    FREE,
    OPPONENT,
    YOU,
    Amount,
    CardCost,
    CentreDisc,
    Choice,
    Credits,
    CreditsPerPlanet,
    CreditsUpTo,
    Develop,
    Discard,
    DiscardHand,
    DiscAt,
    DrawToken,
    Exile,
    ExileColumn,
    Face,
    GiveBadge,
    GiveCredits,
    GiveInfluence,
    GiveZenithium,
    Influence,
    InfluenceRow,
    Its,
    Mobilize,
    SpendCredits,
    SpendZenithium,
    TakeBadge,
    TakeCredits,
    TakeToken,
    TakeZenithium,
    Transfer,
    Where,
    Which,
    Who,
    Zenithium,
    ZenithiumUpTo,
)
from engine.names import Faction, Planet
from engine.symbols.alphabet import (
    BACK,
    FACTION_SYMBOLS,
    NOT_PLANET,
    PLANET_SYMBOLS,
    ROW,
    STEPS,
    Symbol,
)
from engine.symbols.phrases import Mark, Part

InfluenceEffect = Influence | GiveInfluence | InfluenceRow | CentreDisc
CardEffect = Discard | DiscardHand | Mobilize | Exile | Transfer | ExileColumn
OtherEffect = TakeBadge | GiveBadge | DrawToken | TakeToken | Develop
GoodsEffect = (
    Credits
    | Zenithium
    | CreditsPerPlanet
    | CreditsUpTo
    | ZenithiumUpTo
    | TakeCredits
    | TakeZenithium
    | SpendCredits
    | SpendZenithium
    | GiveCredits
    | GiveZenithium
)
PlainEffect = InfluenceEffect | CardEffect | OtherEffect | GoodsEffect

_DISC_AT: Final = {
    DiscAt.ANYWHERE: Symbol.ANY,
    DiscAt.OPPONENT_SIDE: Symbol.THEIR_SIDE,
    DiscAt.CENTRE: Symbol.AT_CENTRE,
}


def parts_of(effect: PlainEffect) -> tuple[Part, ...]:
    """Return the symbols, numbers and marks of a plain effect or cost."""
    if isinstance(effect, InfluenceEffect):
        return _influence(effect)
    if isinstance(effect, CardEffect):
        return _cards(effect)
    if isinstance(effect, OtherEffect):
        return _others(effect)
    return _goods(effect)


# --- influence ---


def _influence(effect: InfluenceEffect) -> tuple[Part, ...]:
    match effect:
        case Influence(where, steps):
            return influence(steps, *_planets(where))
        case GiveInfluence(where, steps):
            return (*steps_of(BACK, steps), *_planets(where))
        case InfluenceRow(row):
            return tuple(part for steps in row for part in steps_of(ROW, steps))
        case CentreDisc():
            return (Symbol.ANY, Symbol.THEN, Symbol.CENTRE)
        case _:
            assert_never(effect)


def influence(steps: Amount, *planets: Symbol) -> tuple[Part, ...]:
    """Return the parts of an influence on these planets."""
    choices = steps if isinstance(steps, tuple) else (steps,)
    return (*_between_strokes([steps_of(STEPS, choice) for choice in choices]), *planets)


def steps_of(symbols: tuple[Symbol, ...], steps: int) -> tuple[Part, ...]:
    """Return the symbol of so many steps; if there is none, their number and a single step."""
    if 0 < steps <= len(symbols):
        return (symbols[steps - 1],)
    return (steps, symbols[0])


def _planets(where: Where | Its) -> tuple[Symbol, ...]:
    """Return the symbols of a planet, or of the choice of one."""
    match where:
        case Planet():
            return (PLANET_SYMBOLS[where],)
        case Its():
            return (Symbol.ITS_PLANET,)
        case Choice(another=True, disc=DiscAt.ANYWHERE):
            return _limits(where)
        case Choice(disc=disc):
            return (_DISC_AT[disc], *_limits(where))
        case _:
            assert_never(where)


def _limits(choice: Choice) -> tuple[Symbol, ...]:
    """Return the planets that may not be chosen."""
    another = (Symbol.ANOTHER,) if choice.another else ()
    if choice.other_than is None:
        return another
    return (*another, NOT_PLANET[choice.other_than])


# --- cards ---


def _cards(effect: CardEffect) -> tuple[Part, ...]:
    match effect:
        case Discard():
            return (Symbol.DISCARD,)
        case DiscardHand():
            return (Symbol.DISCARD_HAND,)
        case Mobilize(count):
            return (*_several(count), Symbol.MOBILIZE)
        case Exile(whose, count, where):
            symbol = Symbol.EXILE_MINE if whose == YOU else Symbol.EXILE_THEIRS
            return (*_several(count), symbol, *_columns(where))
        case ExileColumn(planet, counts):
            return (*amounts(counts), Symbol.EXILE_MINE, PLANET_SYMBOLS[planet])
        case Transfer(count, where):
            return (*_several(count), Symbol.TRANSFER, *_columns(where))
        case _:
            assert_never(effect)


def _several(count: int) -> tuple[int, ...]:
    """Return the number of cards, unless it is one."""
    return () if count == 1 else (count,)


def _columns(where: Where) -> tuple[Symbol, ...]:
    """Return the limit on the columns that cards are taken from."""
    match where:
        case Planet():
            return (PLANET_SYMBOLS[where],)
        case Choice(disc=DiscAt.ANYWHERE):
            return _limits(where)
        case Choice(disc=disc):
            return (_DISC_AT[disc], *_limits(where))
        case _:
            assert_never(where)


# --- badge, tokens, technologies ---


def _others(effect: OtherEffect) -> tuple[Part, ...]:
    match effect:
        case TakeBadge(face):
            return (Symbol.BADGE if face == Face.SILVER else Symbol.BADGE_GOLD,)
        case GiveBadge():
            return (Symbol.BADGE, Symbol.GIVE)
        case DrawToken():
            return (Symbol.TOKEN_DRAWN,)
        case TakeToken():
            return (Symbol.TOKEN,)
        case Develop(technology, discount):
            return (*_technology(technology), *_discount(discount), Symbol.ZENITHIUM)
        case _:
            assert_never(effect)


def _technology(technology: Faction | Which) -> tuple[Symbol, ...]:
    match technology:
        case Faction():
            return (Symbol.DEVELOP, FACTION_SYMBOLS[technology])
        case Which.ANY:
            return (Symbol.DEVELOP, Symbol.ANY_TECHNOLOGY)
        case Which.LOWEST:
            return (Symbol.LOWEST,)
        case _:
            assert_never(technology)


def _discount(discount: int) -> tuple[Part, ...]:
    if discount >= FREE:
        return (0,)
    return (Mark.MINUS, discount) if discount else ()


# --- credits and zenithium ---


def _goods(effect: GoodsEffect) -> tuple[Part, ...]:
    match effect:
        case Credits(amount, who):
            return (*_theirs(who), *_credits(amount))
        case Zenithium(amount, who):
            return (*_theirs(who), *amounts(amount), Symbol.ZENITHIUM)
        case CreditsPerPlanet(number, whose):
            side = Symbol.MINE if whose == YOU else Symbol.THEIRS
            return (number, Symbol.CREDITS, Mark.TIMES, side, Symbol.PLANETS)
        case CreditsUpTo(number, who):
            return (*_theirs(who), Symbol.UP_TO, number, Symbol.CREDITS)
        case ZenithiumUpTo(number, who):
            return (*_theirs(who), Symbol.UP_TO, number, Symbol.ZENITHIUM)
        case TakeCredits(number):
            return (Symbol.TAKE, number, Symbol.CREDITS)
        case TakeZenithium(number):
            return (Symbol.TAKE, number, Symbol.ZENITHIUM)
        case SpendCredits(numbers):
            return (*amounts(numbers), Symbol.CREDITS)
        case SpendZenithium(numbers):
            return (*amounts(numbers), Symbol.ZENITHIUM)
        case GiveCredits(number):
            return (number, Symbol.CREDITS, Symbol.GIVE)
        case GiveZenithium(number):
            return (number, Symbol.ZENITHIUM, Symbol.GIVE)
        case _:
            assert_never(effect)


def _credits(amount: Amount | CardCost) -> tuple[Part, ...]:
    if isinstance(amount, CardCost):
        return (Symbol.CREDITS, Mark.EQUALS, Symbol.CARD_PRICE)
    return (*amounts(amount), Symbol.CREDITS)


def _theirs(who: Who) -> tuple[Symbol, ...]:
    return (Symbol.THEIRS,) if who == OPPONENT else ()


# --- amounts ---


def amounts(amount: Amount) -> tuple[Part, ...]:
    """Return an amount, or one for each step of a price, with strokes between them."""
    choices = amount if isinstance(amount, tuple) else (amount,)
    return _between_strokes([(choice,) for choice in choices])


def _between_strokes(choices: Sequence[tuple[Part, ...]]) -> tuple[Part, ...]:
    first, *others = choices
    return (*first, *(part for choice in others for part in (Mark.STROKE, *choice)))
