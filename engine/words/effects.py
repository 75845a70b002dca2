"""`describe`: the sentences of effects, and of the cards, tokens and boards that carry them."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import Final

from engine.agents import AGENTS, NUMBER, Agent
from engine.boards import LEADERSHIP, LINE_BONUS, TECHNOLOGIES, TOKEN_NUMBER, TOKENS, Token
from engine.effects import (
    ANOTHER,
    ANY,
    YOU,
    Condition,
    Cost,
    Credits,
    Effect,
    Either,
    Exile,
    ExileColumn,
    HasBadge,
    HasCredits,
    If,
    Influence,
    Its,
    Link,
    May,
    SpendCredits,
    SpendZenithium,
    Zenithium,
)
from engine.names import FACTIONS, Faction, Planet
from engine.text import Text, gettext_noop
from engine.words.influence import influence_on
from engine.words.messages import Message, in_a_row, ngettext_noop, say
from engine.words.names import on_planets
from engine.words.pairs import whole
from engine.words.plain import plain

MANY: Final = 3
"""From so many on, equal sentences in a row are written as one."""

_EVERY_PLANET: Final = ngettext_noop(
    "Gain %(n)s influence on each of the 5 planets.",
    "Gain %(n)s influence on each of the 5 planets.",
)
_TWO_PLANETS: Final = ngettext_noop(
    "Gain %(n)s influence on one planet of your choice and %(other)s on another planet.",
    "Gain %(n)s influence on one planet of your choice and %(other)s on another planet.",
)
_EITHER_PLANETS: Final = ngettext_noop(
    "Gain %(n)s influence %(first)s, or %(second)s.",
    "Gain %(n)s influence %(first)s, or %(second)s.",
)
_EXILE_TWICE: Final = ngettext_noop(
    "Twice, for two different planets: exile 1 of your cards"
    " and gain %(n)s influence on its planet.",
    "Twice, for two different planets: exile 1 of your cards"
    " and gain %(n)s influence on its planet.",
)


def describe(thing: Effect | Cost | Agent | Token) -> Text:
    """Return the text of an effect, a cost, an agent or a token, in whole sentences.

    >>> str(describe(Influence(ANY, 2)))
    'Gain 2 influence on one planet of your choice.'
    """
    if isinstance(thing, Agent):
        return describe_all(thing.effects)
    if isinstance(thing, Token):
        return _one(thing.effect)
    return _one(thing)


def describe_agent(slug: str) -> Text:
    """Return the text of an agent's card; `KeyError` for an unknown slug."""
    return describe(AGENTS[NUMBER[slug]])


def describe_token(token: str) -> Text:
    """Return the text of a bonus token, given by its id; `KeyError` for an unknown id."""
    return describe(TOKENS[TOKEN_NUMBER[token]])


def describe_technology(letter: str, level: int) -> Text:
    """Return the text of a level (1 to 5) of a board side; `KeyError`, `IndexError` for others."""
    if level < 1:
        raise IndexError(f"no level {level}")
    effects = TECHNOLOGIES[letter][level - 1]
    return _joined(effects) or describe_all(effects)


def describe_leadership(faction: str) -> Text:
    """Return the text of the leadership for a card of this faction."""
    return describe_all(LEADERSHIP[Faction(FACTIONS.index(faction))])


def describe_line_bonus(level: int) -> Text:
    """Return the text of the line bonus of a level (1 to 3)."""
    if level < 1:
        raise IndexError(f"no level {level}")
    return describe_all(LINE_BONUS[level - 1])


def describe_all(effects: tuple[Effect, ...]) -> Text:
    """Return the sentences of a list of effects; repeated ones are counted."""
    return in_a_row(*_sentences(effects))


def _sentences(effects: tuple[Effect, ...]) -> Iterator[Text]:
    for fixed, part in groupby(effects, _fixed_steps):
        if fixed is None:
            yield from _counted(tuple(part))
        else:
            yield influence_on(fixed, *_planets(part))


def _fixed_steps(effect: Effect) -> int | None:
    """Return the influence that an effect gives on a printed planet; else `None`."""
    match effect:
        case Influence(Planet(), int(steps)):
            return steps
    return None


def _planets(effects: Iterable[Effect]) -> list[Planet]:
    """Return the planets of influences on printed planets."""
    wheres = (effect.where for effect in effects if isinstance(effect, Influence))
    return [where for where in wheres if isinstance(where, Planet)]


def _counted(effects: tuple[Effect, ...]) -> Iterator[Text]:
    for effect, same in groupby(effects):
        times = len(list(same))
        if times < MANY:
            yield from times * (_one(effect),)
        else:
            message = gettext_noop("Do this %(times)s times: %(effect)s")
            yield say(message, times=times, effect=_one(effect))


def _joined(effects: tuple[Effect, ...]) -> Text | None:
    """Return the sentence of a technology level whose effects read best as one.

    It drops "already chosen", which refers to a card that a level doesn't have.
    """
    first = effects[0]
    if not isinstance(first, Influence):
        return _joined_links(effects)
    steps = first.steps
    if not isinstance(steps, int):
        return None
    if effects == tuple(Influence(planet, steps) for planet in Planet):
        return say(_EVERY_PLANET, n=steps)
    match effects:
        case (Influence(disc), Influence(second, int(other))) if (disc, second) == (ANY, ANOTHER):
            return say(_TWO_PLANETS, n=steps, other=other)
    return None


def _joined_links(effects: tuple[Effect, ...]) -> Text | None:
    match effects:
        case (Link(first, Influence(Its(), int(n)) as gain), Link(second, other)) if gain == other:
            if (first, second) == (Exile(YOU), Exile(YOU, 1, ANOTHER)):
                return say(_EXILE_TWICE, n=n)
    return None


def _one(effect: Effect | Cost) -> Text:
    match effect:
        case If(condition, then):
            return whole(effect) or say(_if(condition), amount=_needed(condition), then=_one(then))
        case Link(do, then):
            message = gettext_noop("Do this: %(do)s If you could: %(then)s")
            return whole(effect) or say(message, do=_one(do), then=_one(then))
        case May():
            return whole(effect) or _may(effect)
        case Either():
            return _either(effect)
        case Influence(_, tuple(amounts)) | Credits(tuple(amounts)) | Zenithium(tuple(amounts)):
            message = gettext_noop("By the step that you paid for, one of these: %(steps)s")
            steps = tuple(_one(_at_step(effect, step)) for step in range(len(amounts)))
            return say(message, steps=steps)
        case SpendCredits(amounts) | SpendZenithium(amounts) | ExileColumn(_, amounts):
            if len(amounts) > 1:
                message = gettext_noop("Pay one of these: %(steps)s")
                steps = tuple(plain(_cost_at_step(effect, step)) for step in range(len(amounts)))
                return say(message, steps=steps)
    return plain(effect)


def _either(effect: Either) -> Text:
    steps = {_fixed_steps(half) for half in (*effect.first, *effect.second)}
    if len(steps) == 1 and None not in steps:
        first, second = (on_planets(*_planets(half)) for half in (effect.first, effect.second))
        return say(_EITHER_PLANETS, n=steps.pop() or 0, first=first, second=second)
    message = gettext_noop("Choose one: %(first)s Or: %(second)s")
    return say(message, first=describe_all(effect.first), second=describe_all(effect.second))


def _may(effect: May) -> Text:
    """Return a cost and its gain as two sentences, for each of its steps if it has several."""
    steps = 1
    if isinstance(effect.cost, SpendCredits | SpendZenithium):
        steps = len(effect.cost.amounts)
    elif isinstance(effect.cost, ExileColumn):
        steps = len(effect.cost.counts)
    if steps == 1:
        message = gettext_noop("You may do this: %(cost)s If you do: %(gain)s")
        return say(message, cost=_one(effect.cost), gain=_one(effect.gain))
    message = gettext_noop("%(cost)s If you do: %(gain)s")
    options = tuple(
        say(
            message,
            cost=_one(_cost_at_step(effect.cost, step)),
            gain=_one(_at_step(effect.gain, step)),
        )
        for step in range(steps)
    )
    return say(gettext_noop("You may do one of these: %(options)s"), options=options)


def _at_step(effect: Effect | Cost, step: int) -> Effect | Cost:
    """Return an effect as it is once a step of its cost has been paid."""
    match effect:
        case Influence(_, tuple(amounts)):
            return replace(effect, steps=amounts[step])
        case Credits(tuple(amounts)) | Zenithium(tuple(amounts)):
            return replace(effect, amount=amounts[step])
    return effect


def _cost_at_step(cost: Effect | Cost, step: int) -> Effect | Cost:
    match cost:
        case SpendCredits(amounts) | SpendZenithium(amounts):
            return replace(cost, amounts=(amounts[step],))
        case ExileColumn(_, counts):
            return replace(cost, counts=(counts[step],))
    return cost


def _needed(condition: Condition) -> int:
    return 0 if isinstance(condition, HasBadge) else condition.amount


def _if(condition: Condition) -> Message:
    """Return the sentence of a condition, for an effect that is a sentence of its own."""
    you = condition.who == YOU
    if isinstance(condition, HasBadge):
        if you:
            return gettext_noop("If you have the leader badge: %(then)s")
        return gettext_noop("If your opponent has the leader badge: %(then)s")
    if isinstance(condition, HasCredits):
        if you:
            return gettext_noop("If you have %(amount)s credits or more: %(then)s")
        return gettext_noop("If your opponent has %(amount)s credits or more: %(then)s")
    if you:
        return gettext_noop("If you have %(amount)s zenithium or more: %(then)s")
    return gettext_noop("If your opponent has %(amount)s zenithium or more: %(then)s")
