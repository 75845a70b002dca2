"""`depict`: the phrases of effects, and of the cards, tokens and boards that carry them."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import Final, assert_never

from engine.agents import AGENTS, NUMBER
from engine.boards import LEADERSHIP, LINE_BONUS, TECHNOLOGIES, TOKEN_NUMBER, TOKENS
from engine.effects import (
    ANOTHER,
    ANY,
    ITS_PLANET,
    YOU,
    Choice,
    Condition,
    Cost,
    CreditsByTechnologies,
    Effect,
    Either,
    Exile,
    HasBadge,
    HasCredits,
    HasZenithium,
    If,
    Influence,
    Its,
    Link,
    May,
    Transfer,
    ZenithiumByTechnologies,
)
from engine.names import FACTIONS, MERCURY, Faction, Planet
from engine.symbols.alphabet import PLANET_SYMBOLS, Symbol
from engine.symbols.phrases import Group, Mark, Outline, Phrase, Unit, Word, unit
from engine.symbols.plain import amounts, influence, parts_of

MANY: Final = 3
"""From so many on, equal effects in a row are depicted as one."""


def depict(effect: Effect | Cost) -> Word:
    """Return an effect or a cost as a word.

    >>> depict(Influence(ANY, 2))
    (Unit(parts=(<Symbol.STEP_2: 'step-2'>, <Symbol.ANY: 'any'>)),)
    """
    match effect:
        case If(condition, then):
            return (Group(Outline.CONDITION, (_condition(condition),)), *depict(then))
        case Link(do, then):
            return (*depict(do), *_then(depict(then)))
        case May(cost, gain):
            return (Group(Outline.PRICE, depict(cost)), *_then(depict(gain)))
        case Either(first, second):
            pieces = (*_pieces(first), unit(Mark.OR), *_pieces(second))
            return (Group(Outline.CHOICE, pieces),)
        case CreditsByTechnologies(gains):
            return _by_technologies(gains, Symbol.CREDITS)
        case ZenithiumByTechnologies(gains):
            return _by_technologies(gains, Symbol.ZENITHIUM)
    return (Unit(parts_of(effect)),)


def depict_all(effects: tuple[Effect, ...]) -> Phrase:
    """Return a list of effects as a phrase; effects that repeat are depicted once."""
    return tuple(word for _shape, run in groupby(effects, _shape) for word in _folded(tuple(run)))


def depict_agent(slug: str) -> Phrase:
    """Return the phrase of an agent's card without its frame; `KeyError` for an unknown slug."""
    return depict_all(AGENTS[NUMBER[slug]].distinctive)


def depict_frame(slug: str) -> Phrase:
    """Return the phrase of the frame of an agent's card; empty for a card without one."""
    return depict_all(AGENTS[NUMBER[slug]].frame)


def depict_token(token: str) -> Phrase:
    """Return the phrase of a bonus token, given by its id; `KeyError` for an unknown id."""
    return depict_all((TOKENS[TOKEN_NUMBER[token]].effect,))


def depict_technology(letter: str, level: int) -> Phrase:
    """Return the phrase of a level (1 to 5); `KeyError`, `IndexError` for others."""
    if level < 1:
        raise IndexError(f"no level {level}")
    return depict_all(TECHNOLOGIES[letter][level - 1])


def depict_leadership(faction: str) -> Phrase:
    """Return the phrase of the leadership for a card of this faction."""
    return depict_all(LEADERSHIP[Faction(FACTIONS.index(faction))])


def depict_line_bonus(level: int) -> Phrase:
    """Return the phrase of the line bonus of a level (1 to 3)."""
    if level < 1:
        raise IndexError(f"no level {level}")
    return depict_all(LINE_BONUS[level - 1])


# --- effects made of effects ---


def _condition(condition: Condition) -> Unit:
    you = condition.who == YOU
    side = Symbol.MINE if you else Symbol.THEIRS
    match condition:
        case HasBadge():
            return unit(Symbol.BADGE_MINE if you else Symbol.BADGE_THEIRS, Mark.IF)
        case HasCredits(_, amount):
            return unit(side, amount, Mark.PLUS, Symbol.CREDITS, Mark.IF)
        case HasZenithium(_, amount):
            return unit(side, amount, Mark.PLUS, Symbol.ZENITHIUM, Mark.IF)
        case _:
            assert_never(condition)


def _then(word: Word) -> Word:
    """Return a word with an arrow before it that stays with its first unit."""
    first, *others = word
    if isinstance(first, Group):
        return (unit(Symbol.THEN), *word)
    return (unit(Symbol.THEN, *first.parts), *others)


def _pieces(effects: tuple[Effect, ...]) -> Word:
    return tuple(piece for word in depict_all(effects) for piece in word)


def _by_technologies(gains: tuple[int, ...], goods: Symbol) -> Word:
    numbers = tuple(range(1, len(gains) + 1))
    return (
        unit(Symbol.TECHNOLOGIES, *amounts(numbers)),
        unit(Symbol.THEN, *amounts(gains), goods),
    )


# --- effects that repeat ---


def _shape(effect: Effect) -> Effect:
    """Return what effects have in common that can be depicted as one.

    A printed planet doesn't count, nor that a link asks for another planet than the one before.
    """
    match effect:
        case Link(Exile() | Transfer() as do, then) if do.where == ANOTHER:
            return Link(replace(do, where=ANY), then)
        case Link():
            return effect
    return _with(effect, column=MERCURY, planet=MERCURY)


def _with(effect: Effect, column: Planet | Choice, planet: Planet | Its) -> Effect:
    """Return an effect with other places instead of the columns and planets printed in it."""
    match effect:
        case May(cost, gain):
            return May(_cost_with(cost, column), _with(gain, column, planet))
        case Influence(Planet()):
            return replace(effect, where=planet)
        case Exile(where=Planet()) | Transfer(where=Planet()):
            return replace(effect, where=column)
    return effect


def _cost_with(cost: Cost, column: Planet | Choice) -> Cost:
    match cost:
        case Exile(where=Planet()) | Transfer(where=Planet()):
            return replace(cost, where=column)
    return cost


def _printed_planets(effect: Effect | Cost) -> set[Planet]:
    match effect:
        case May(cost, gain):
            return _printed_planets(cost) | _printed_planets(gain)
        case (
            Influence(Planet() as planet)
            | Exile(where=Planet() as planet)
            | Transfer(where=Planet() as planet)
        ):
            return {planet}
    return set()


def _folded(run: tuple[Effect, ...]) -> Iterator[Word]:
    """Yield the words of effects of one shape, one for all if that says the same."""
    first, *others = run
    planets = [planet for effect in run for planet in sorted(_printed_planets(effect))]
    if len(planets) == len(run) and planets == sorted(set(planets)):
        symbols = tuple(PLANET_SYMBOLS[planet] for planet in planets)
        if isinstance(first, Influence):
            yield (Unit(influence(first.steps, *symbols)),)
            return
        if len(run) >= MANY:
            on_each = depict(_with(first, column=ANY, planet=ITS_PLANET))
            yield (unit(*symbols, Mark.COLON), *on_each)
            return
    least = 2 if isinstance(first, Link) else MANY
    if len(run) >= least and len(set(others)) == 1 and (first == others[0] or _is_free(first)):
        yield (unit(len(run), Mark.TIMES), Group(Outline.AGAIN, depict(others[0])))
        return
    yield from (depict(effect) for effect in run)


def _is_free(effect: Effect) -> bool:
    """Whether an effect is a link that doesn't ask for another planet."""
    return isinstance(effect, Link) and effect == _shape(effect)
