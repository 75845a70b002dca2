"""`describe_action`: the sentence of an answer; `describe_row`: that of a row of planets."""

from collections.abc import Sequence
from typing import Final

from engine.agents import AGENTS, NUMBER
from engine.meanings import meaning_of, row_from
from engine.names import PLANETS
from engine.notation import is_action
from engine.text import Text, gettext_noop
from engine.words.effects import describe, describe_all
from engine.words.messages import Message, listed, ngettext_noop, say
from engine.words.names import (
    agent_name,
    agent_names,
    faction_name,
    planet_name,
    seat_name,
)

_ON_A_PLANET: Final = {
    "planet": gettext_noop("Choose %(planet)s."),
    "row": gettext_noop("Choose the row that starts at %(planet)s."),
    "exile": gettext_noop("Exile the top card of the %(planet)s column."),
    "transfer": gettext_noop("Transfer the top card of the %(planet)s column."),
    "token": gettext_noop("Take the bonus token of %(planet)s."),
}
_OF_A_FACTION: Final = {
    "technology": gettext_noop("Develop %(faction)s technology."),
    "token": gettext_noop("Take the bonus token of %(faction)s technology."),
}
_WITH_AN_AGENT: Final = {
    "recruit": gettext_noop("Recruit %(agent)s."),
    "lead": gettext_noop("Take the leadership with %(agent)s."),
    "discard": gettext_noop("Discard %(agent)s."),
}
_WITH_AGENTS: Final = {
    "redraw": gettext_noop("Replace %(agents)s."),
    "share": gettext_noop("Give %(agents)s to your teammate."),
}
_ALONE: Final = {
    "decline": gettext_noop("Decline."),
    "give": gettext_noop("Give it."),
    "redraw": gettext_noop("Keep all cards."),
    "option 1": gettext_noop("Choose the first option."),
    "option 2": gettext_noop("Choose the second option."),
}
_DEVELOP: Final = gettext_noop("Develop %(faction)s technology with %(agent)s.")
_EXILE: Final = ngettext_noop("Exile %(n)s card.", "Exile %(n)s cards.")
_SPEND: Final = gettext_noop("Spend %(n)s.")


def describe_action(
    action: str,
    source: str | None = None,
    viewer: int | None = None,
    names: Sequence[str | Text] | None = None,
) -> Text:
    """Return what an answer does, legal or not.

    With the decision's `source` the answers `give`, `spend 3`, `option 1` and `row venus` say what
    they mean there. `viewer` and `names` (one a seat) are for `first 2`. Raises `ValueError`
    for what is no action.

    >>> str(describe_action("lead nero"))
    'Take the leadership with Nero.'
    """
    if not is_action(action):
        raise ValueError(f"not an action: {action}")
    verb, *words = action.split(" ")
    meaning = meaning_of(action, source)
    if meaning is not None:
        return describe_all(meaning) if isinstance(meaning, tuple) else describe(meaning)
    if action in _ALONE:
        return say(_ALONE[action])
    if verb in _WITH_AGENTS:
        return say(_WITH_AGENTS[verb], agents=agent_names(words))
    (word,) = words
    if verb == "first":
        return _first(int(word), viewer, names)
    if verb == "develop":
        faction = AGENTS[NUMBER[word]].faction
        return say(_DEVELOP, faction=faction_name(faction), agent=agent_name(word))
    if verb in _WITH_AN_AGENT:
        return say(_WITH_AN_AGENT[verb], agent=agent_name(word))
    if verb == "row" and (planets := row_from(word, source)):
        return describe_row(planets)
    if word in PLANETS:
        return say(_ON_A_PLANET[verb], planet=planet_name(word))
    if verb in _OF_A_FACTION:
        return say(_OF_A_FACTION[verb], faction=faction_name(word))
    return _number(verb, int(word))


def describe_row(planets: Sequence[str]) -> Text:
    """Return the answer that chooses a row, by the planets where it moves discs.

    >>> str(describe_row(("mercury", "venus")))
    'Choose Mercury and Venus.'
    """
    if len(planets) == 1:
        return say(_ON_A_PLANET["planet"], planet=planet_name(planets[0]))
    names = listed(tuple(planet_name(planet) for planet in planets))
    return say(gettext_noop("Choose %(planets)s."), planets=names)


def _first(seat: int, viewer: int | None, names: Sequence[str | Text] | None) -> Text:
    if seat == viewer:
        return say(gettext_noop("You play first."))
    return say(gettext_noop("%(name)s plays first."), name=seat_name(seat, names))


def _number(verb: str, n: int) -> Text:
    message: Message = _EXILE if verb == "exile" else _SPEND
    if verb == "option":
        message = gettext_noop("Choose option %(n)s.")
    return say(message, n=n)
