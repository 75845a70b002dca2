"""The engine's sentences on pages: translated, with names of agents that lead to their cards."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from engine import Text
from engine.agents import AGENTS
from engine.words import agent_name
from games.symbols.text import in_each_language, plain
from games.tables.models import Seat

__all__ = [
    "PlayerName",
    "agent_button",
    "agent_link",
    "in_each_language",
    "linked",
    "plain",
    "player_names",
    "with_whole_numbers",
]

SLUG_OF = {agent.name: agent.slug for agent in AGENTS}

_MARKED = re.compile("\ue000([^\ue000\ue001]+)\ue001")
"""The slug of an agent in a sentence, where its name is to be linked."""

_BEFORE_A_NUMBER = re.compile(r" (?=\d+(?:[.,;:!?]|$))")
_AFTER_A_NUMBER = re.compile(r"\b(\d+) (?=\w)")

type Value = int | str | Text | tuple[Text, ...]


class PlayerName(str):
    """A player's name, which is not linked even if it equals an agent's."""

    __slots__ = ()


def player_names(seats: Sequence[Seat]) -> list[str | Text]:
    """Return the names of the seats for the engine's sentences."""
    return [PlayerName(seat.short_name) for seat in seats]


def with_whole_numbers(sentence: str) -> str:
    """Return a sentence that no line break parts between a number and its noun.

    At the end of a clause the number belongs to the word before it: level 2.
    """
    return _AFTER_A_NUMBER.sub("\\1\u00a0", _BEFORE_A_NUMBER.sub("\u00a0", sentence))


def linked(text: Text, linked_agents: set[str]) -> SafeString:
    """Return a sentence as HTML with links to agents' cards; adds the agents to a set."""
    html = escape(plain(_marked_text(text)))

    def link(match: re.Match[str]) -> str:
        linked_agents.add(match[1])
        return agent_link(match[1])

    return mark_safe(_MARKED.sub(link, html))


def _marked_text(text: Text) -> Text:
    return replace(text, params={name: _marked(value) for name, value in text.params.items()})


def _marked(value: Value) -> Value:
    if isinstance(value, Text):
        return _marked_text(value)
    if isinstance(value, tuple):
        return tuple(_marked_text(text) for text in value)
    if isinstance(value, str) and not isinstance(value, PlayerName) and value in SLUG_OF:
        return f"\ue000{SLUG_OF[value]}\ue001"
    return value


@cache
def agent_link(slug: str) -> SafeString:
    """Return an agent's name as a link to its card, which static/js/cards.js opens on the page."""
    address = reverse("component", args=[slug])
    return format_html('<a class="agent-name" href="{}">{}</a>', address, agent_name(slug))


@cache
def agent_button(slug: str, inside: str) -> SafeString:
    """Return a button that opens an agent's card; it works without scripts."""
    return format_html(
        '<button type="button" class="agent-name" popovertarget="agent-{}">{}</button>',
        slug,
        inside,
    )
