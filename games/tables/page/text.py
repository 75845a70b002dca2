"""The engine's sentences on pages: translated, with names of agents that open their cards."""

from collections.abc import Callable, Sequence
from functools import cache, wraps

from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, ngettext

from engine import Text
from engine.agents import AGENTS
from games.tables.models import Seat

SLUG_OF = {agent.name: agent.slug for agent in AGENTS}


class PlayerName(str):
    """A player's name, which is not linked even if it equals an agent's."""

    __slots__ = ()


def in_each_language[*Args, Result](
    function: Callable[[*Args], Result],
) -> Callable[[*Args], Result]:
    """Cache a function of components of the game, once for each language, without a limit."""
    results: dict[tuple[object, ...], Result] = {}

    @wraps(function)
    def cached(*args: *Args) -> Result:
        key = (get_language(), *args)
        if key not in results:
            results[key] = function(*args)
        return results[key]

    return cached


def player_names(seats: Sequence[Seat]) -> list[str | Text]:
    """Return the names of the seats for the engine's sentences."""
    return [PlayerName(seat.name) for seat in seats]


def plain(text: Text) -> str:
    """Return a sentence in the active language."""
    return text.render(gettext, ngettext)


def linked(text: Text, linked_agents: set[str]) -> SafeString:
    """Return a sentence as HTML with links to agents' cards; adds the agents to a set."""
    n = text.params.get("n")
    if text.plural and isinstance(n, int):
        pattern = ngettext(text.message, text.plural, n)
    else:
        pattern = gettext(text.message)
    filled = {name: _linked_value(value, linked_agents) for name, value in text.params.items()}
    escaped = conditional_escape(pattern)
    return mark_safe(escaped % filled) if filled else escaped


def _linked_value(value: object, linked_agents: set[str]) -> SafeString:
    if isinstance(value, Text):
        return linked(value, linked_agents)
    if isinstance(value, tuple):
        return format_html_join(" ", "{}", ((linked(text, linked_agents),) for text in value))
    if isinstance(value, str) and not isinstance(value, PlayerName) and value in SLUG_OF:
        return agent_link(SLUG_OF[value], value, linked_agents)
    return conditional_escape(str(value))


def agent_link(slug: str, name: str, linked_agents: set[str]) -> SafeString:
    """Return a button that opens an agent's card; adds the agent to a set."""
    linked_agents.add(slug)
    return agent_button(slug, name)


@cache
def agent_button(slug: str, inside: str) -> SafeString:
    """Return a button that opens an agent's card; it works without scripts."""
    return format_html(
        '<button type="button" class="agent-name" popovertarget="agent-{}">{}</button>',
        slug,
        inside,
    )
