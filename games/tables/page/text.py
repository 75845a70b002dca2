"""The engine's sentences on a page: translated, and with every agent's name to be opened."""

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
    """A player's name, which is never taken for an agent's."""

    __slots__ = ()


def in_each_language[*Things, Said](
    say: Callable[[*Things], Said],
) -> Callable[[*Things], Said]:
    """Remember what a function says of a thing of the box, once for each language.

    There are few such things and few languages, so nothing is ever forgotten.
    """
    remembered: dict[tuple[object, ...], Said] = {}

    @wraps(say)
    def said(*things: *Things) -> Said:
        key = (get_language(), *things)
        if key not in remembered:
            remembered[key] = say(*things)
        return remembered[key]

    return said


def player_names(seats: Sequence[Seat]) -> list[str | Text]:
    """Return the names of the seats, as the engine's sentences take them."""
    return [PlayerName(seat.name) for seat in seats]


def plain(text: Text) -> str:
    """Return a sentence in the reader's language."""
    return text.render(gettext, ngettext)


def linked(text: Text, met: set[str]) -> SafeString:
    """Return a sentence as HTML whose agents open their cards; adds them to `met`."""
    n = text.params.get("n")
    if text.plural and isinstance(n, int):
        pattern = ngettext(text.message, text.plural, n)
    else:
        pattern = gettext(text.message)
    filled = {name: _linked_value(value, met) for name, value in text.params.items()}
    escaped = conditional_escape(pattern)
    return mark_safe(escaped % filled) if filled else escaped


def _linked_value(value: object, met: set[str]) -> SafeString:
    if isinstance(value, Text):
        return linked(value, met)
    if isinstance(value, tuple):
        return format_html_join(" ", "{}", ((linked(text, met),) for text in value))
    if isinstance(value, str) and not isinstance(value, PlayerName) and value in SLUG_OF:
        return agent_link(SLUG_OF[value], value, met)
    return conditional_escape(str(value))


def agent_link(slug: str, name: str, met: set[str]) -> SafeString:
    """Return a button that shows an agent's card; adds the agent to `met`."""
    met.add(slug)
    return agent_button(slug, name)


@cache
def agent_button(slug: str, inside: str) -> SafeString:
    """Return a button that shows an agent's card; it works without scripts."""
    return format_html(
        '<button type="button" class="agent-name" popovertarget="agent-{}">{}</button>',
        slug,
        inside,
    )
