"""The names of things: planets, factions, tokens, sources, seats.

A name is a `Text`, so that it is translated wherever it stands in a sentence. Agents have one
name in all languages, a plain string.
"""

from collections.abc import Sequence
from typing import Final

from engine.agents import AGENTS, NUMBER
from engine.names import FACTIONS, PLANETS
from engine.sources import SOURCES
from engine.text import Text, gettext_noop
from engine.words.messages import NAME, listed, say

_PLANETS: Final = (
    gettext_noop("Mercury"),
    gettext_noop("Venus"),
    gettext_noop("Terra"),
    gettext_noop("Mars"),
    gettext_noop("Jupiter"),
)
_ON_PLANETS: Final = (
    gettext_noop("on Mercury"),
    gettext_noop("on Venus"),
    gettext_noop("on Terra"),
    gettext_noop("on Mars"),
    gettext_noop("on Jupiter"),
)
_FACTIONS: Final = (gettext_noop("Animod"), gettext_noop("Human"), gettext_noop("Robot"))
_TOKENS: Final = {
    "influence": gettext_noop("1 influence"),
    "zenithium": gettext_noop("1 zenithium"),
    "credits_3": gettext_noop("3 credits"),
    "credits_4": gettext_noop("4 credits"),
    "badge": gettext_noop("leader badge"),
    "mobilize": gettext_noop("mobilize 2 cards"),
    "exile": gettext_noop("exile 2 cards"),
    "transfer": gettext_noop("transfer 1 card"),
}
_SINGLE_SOURCES: Final = {
    "leadership": gettext_noop("Leadership"),
    "turn": gettext_noop("Turn"),
    "mulligan": gettext_noop("Mulligan"),
}


def planet_name(planet: int | str) -> Text:
    """Return the name of a planet, given as `Planet` or as its word."""
    number = PLANETS.index(planet) if isinstance(planet, str) else planet
    return say(_PLANETS[number])


def on_planets(*planets: int) -> Text:
    """Return where an effect applies: `on Mars`, `on Mars and on Jupiter`."""
    places = listed(tuple(say(_ON_PLANETS[planet]) for planet in planets))
    assert isinstance(places, Text)
    return places


def faction_name(faction: int | str) -> Text:
    """Return the name of a faction, given as `Faction` or as its word."""
    number = FACTIONS.index(faction) if isinstance(faction, str) else faction
    return say(_FACTIONS[number])


def agent_name(slug: str) -> str:
    """Return the printed name of an agent.

    >>> agent_name("dandy-muller")
    'Dandy Müller'
    """
    return AGENTS[NUMBER[slug]].name


def agent_names(slugs: Sequence[str]) -> Text | str:
    """Return the names of agents as a readable list."""
    return listed(tuple(agent_name(slug) for slug in slugs))


def token_name(token: str) -> Text:
    """Return the name of a bonus token."""
    return say(_TOKENS[token])


def seat_name(seat: int, names: Sequence[str | Text] | None = None) -> Text | str:
    """Return the name of a seat: the given name, or its number, counted from 1."""
    return say(gettext_noop("Seat %(number)s"), number=seat + 1) if names is None else names[seat]


def side_name(
    side: int, players: int, names: Sequence[str | Text] | None = None, *, begins: bool = True
) -> Text | str:
    """Return the name of a side: its player, or both players of the team.

    `begins`: whether it begins a sentence. Elsewhere some languages write a team's small.
    """
    if players == 2:
        return seat_name(side, names)
    if names is None:
        message = gettext_noop("Team %(number)s") if begins else gettext_noop("team %(number)s")
        return say(message, number=side + 1)
    message = (
        gettext_noop("Team %(first)s and %(second)s")
        if begins
        else gettext_noop("team %(first)s and %(second)s")
    )
    return say(message, first=names[side], second=names[side + 2])


def describe_source(source: str) -> Text:
    """Return the name of a source: `Decision.source`, and `source` in events.

    Raises `ValueError` for what is no source.

    >>> str(describe_source("technology animod 4"))
    'Animod technology, level 4'
    """
    if source in NUMBER:
        return say(NAME, name=agent_name(source))
    if source in _SINGLE_SOURCES:
        return say(_SINGLE_SOURCES[source])
    if source not in SOURCES:
        raise ValueError(f"not a source: {source}")
    match source.split(" "):
        case ["technology", faction, level]:
            message = gettext_noop("%(faction)s technology, level %(level)s")
            return say(message, faction=faction_name(faction), level=level)
        case ["line", level]:
            return say(gettext_noop("Line bonus, level %(level)s"), level=level)
        case ["token", "supply"]:
            return say(gettext_noop("Bonus token, supply"))
        case ["token", planet] if planet in PLANETS:
            return say(gettext_noop("Bonus token, %(planet)s"), planet=planet_name(planet))
    message = gettext_noop("Bonus token, %(faction)s technology")
    return say(message, faction=faction_name(source.removeprefix("token ")))
