"""Template tags for the icon language: `{% agent_effects slug %}`, `{% symbol "credits" %}`.

The tags of what is printed are the functions of `games.symbols.printed`; Python calls those.
"""

from functools import cache

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from engine.symbols import Symbol
from games.symbols import printed
from games.symbols.drawing import address, draw_symbol

register = template.Library()

register.simple_tag(printed.agent_effects)
register.simple_tag(printed.agent_frame)
register.simple_tag(printed.level_effects)
register.simple_tag(printed.token_effects)
register.simple_tag(printed.leadership_effects)
register.simple_tag(printed.line_bonus_effects)


@register.simple_tag
def symbol(name: str, label: str = "") -> SafeString:
    """Return a single symbol, hidden from screen readers or with a label for them."""
    drawn = draw_symbol(Symbol(name))
    if not label:
        return format_html('<span class="signs" aria-hidden="true">{}</span>', drawn)
    return format_html('<span class="signs" role="img" aria-label="{}">{}</span>', label, drawn)


@register.simple_tag
@cache
def icon(name: str, *, coloured: bool = False) -> SafeString:
    """Return a symbol as large as a letter, hidden from screen readers, perhaps in its colour."""
    symbol = Symbol(name)
    classes = f"icon {name}" if coloured else "icon"
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="{}"/></svg>', classes, address(symbol)
    )


@register.simple_tag
def sign(planet: str, *, label: str = "", extra: str = "") -> SafeString:
    """Return the sign of a planet; screen readers read its label, if it has one."""
    spoken = SafeString('aria-hidden="true"')
    if label:
        spoken = format_html('role="img" aria-label="{}"', label)
    classes = f"{extra} {planet}" if extra else planet
    return format_html(
        '<svg class="sign {}" {}><use href="#sign-{}"/></svg>', classes, spoken, planet
    )
