"""What is printed on agents, technologies, tokens and boards, as phrases with their sentences.

Each is drawn once for a process and a language. `extra`: further classes. With `full` the sentence
stands below the symbols unless the viewer prefers text alone. In small places `tight` shows one of
the two to viewers who prefer both, and `terse` the symbols whatever the viewer prefers.
"""

from functools import cache

from django.utils.safestring import SafeString

from engine.agents import AGENTS, NUMBER
from engine.symbols import (
    depict_agent,
    depict_frame,
    depict_leadership,
    depict_line_bonus,
    depict_technology,
    depict_token,
)
from engine.words import (
    describe_all,
    describe_leadership,
    describe_line_bonus,
    describe_technology,
    describe_token,
)
from games.symbols.drawing import draw, draw_named
from games.symbols.text import in_each_language, plain


@in_each_language
def agent_effects(slug: str, extra: str = "") -> SafeString:
    """Return the effects that distinguish an agent: all but those in its frame."""
    return draw_named(depict_agent(slug), distinctive_sentence(slug), extra)


@in_each_language
def agent_frame(slug: str) -> SafeString:
    """Return the influence on its own planet that an agent's card has in its frame, or nothing."""
    frame = AGENTS[NUMBER[slug]].frame
    if not frame:
        return SafeString()
    return draw_named(depict_frame(slug), plain(describe_all(frame)), "terse frame")


def distinctive_sentence(slug: str) -> str:
    """Return the sentences of the effects that distinguish an agent."""
    return plain(describe_all(AGENTS[NUMBER[slug]].distinctive))


@in_each_language
def level_effects(letter: str, level: int, extra: str = "") -> SafeString:
    """Return the effects of a level of a technology, given by the letter of its side."""
    phrase = depict_technology(letter, level)
    return draw_named(phrase, plain(describe_technology(letter, level)), extra)


@cache
def level_width(letter: str, level: int) -> str:
    """Return how wide the symbols of a level are: a class of its cell (static/css/tech.css)."""
    html = draw(depict_technology(letter, level))
    effects, symbols = html.count("<i>"), html.count("<svg") + html.count("<b")
    if effects > 2 or symbols > 4 or "again" in html:
        return "level-many"
    if effects == 1:
        return "level-one" if symbols <= 2 else ""
    return "level-two"


@in_each_language
def token_effects(token: str, extra: str = "") -> SafeString:
    """Return the effect of a bonus token."""
    return draw_named(depict_token(token), plain(describe_token(token)), extra)


@in_each_language
def leadership_effects(faction: str, extra: str = "") -> SafeString:
    """Return what leading with a card of a faction gives."""
    return draw_named(depict_leadership(faction), plain(describe_leadership(faction)), extra)


@in_each_language
def line_bonus_effects(level: int, extra: str = "") -> SafeString:
    """Return the line bonus of a level."""
    return draw_named(depict_line_bonus(level), plain(describe_line_bonus(level)), extra)
