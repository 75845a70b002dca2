"""Template tags for the small pieces of markup that many pages share.

The smallest ones appear dozens of times on a page, so they are format strings: an `{% include %}`
of a one-line template takes several times as long.
"""

from collections.abc import Callable
from functools import cache
from typing import Any
from zlib import crc32

from django import template
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template.context import Context
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from jinja2 import pass_context
from jinja2.runtime import Context as JinjaContext
from markupsafe import Markup

from engine.agents import AGENTS, NUMBER
from engine.names import PLANETS
from engine.symbols import Symbol
from games.symbols.drawing import address
from games.tables.portraits import VIEW
from games.tables.portraits import portrait as drawing

register = template.Library()

FORM_TOKEN = "zenith.form_token"
"""Where the META of a request keeps its CSRF secret and the token made of it."""


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


@register.simple_tag
def made() -> str:
    """Return the time of rendering, in seconds since 1970: a list says how fresh it is."""
    return f"{timezone.now().timestamp():.6f}"


@register.simple_tag
def portrait(slug: str, *, lazy: bool = False) -> SafeString:
    """Return the portrait of an agent in its planet's colour, hidden from screen readers.

    It fills its box, wide or square; the file with all of them stays in the browser's cache. A
    lazy one is drawn by a script when it comes into sight (static/js/lazy-drawings.js).
    """
    return _portrait(slug, lazy)


@register.simple_tag
def emblem(slug: str) -> SafeString:
    """Return a portrait that decorates a page, always the same: it says nothing of any game.

    It is drawn in the page: for one portrait the file with all of them is a request and 90
    drawings too many.
    """
    return _emblem(slug)


@cache
def _emblem(slug: str) -> SafeString:
    return format_html(
        '<svg class="portrait emblem {}" viewBox="{}" preserveAspectRatio="xMidYMid slice"'
        ' aria-hidden="true">{}</svg>',
        PLANETS[AGENTS[NUMBER[slug]].planet],
        VIEW,
        mark_safe(drawing(slug)),
    )


@cache
def _portrait(slug: str, lazy: bool) -> SafeString:
    planet = PLANETS[AGENTS[NUMBER[slug]].planet]
    address = f"{static('img/portraits.svg')}#{slug}"
    if not lazy:
        svg = '<svg class="portrait {}" aria-hidden="true"><use href="{}"/></svg>'
        return format_html(svg, planet, address)
    return format_html(
        '<svg class="portrait {}" viewBox="{}" preserveAspectRatio="xMidYMid slice"'
        ' data-portrait="{}" aria-hidden="true"></svg>',
        planet,
        VIEW,
        address,
    )


@register.simple_tag
def face(name: str) -> SafeString:
    """Return the first letter of a player's name on a planet, always the same one."""
    planet = PLANETS[crc32(name.encode()) % len(PLANETS)]
    return format_html('<span class="face {}" aria-hidden="true">{}</span>', planet, name[:1])


@register.simple_tag
def hidden(*texts: Any) -> SafeString:
    """Return a text for screen readers only, with spaces around it that part it from the rest."""
    return format_html('<span class="hidden-text"> {} </span>', " ".join(map(str, texts)))


@register.simple_tag
def player(name: Any, account: str | None, *, css: str = "") -> SafeString:
    """Return a player's name, as a link to the profile if there is an account."""
    if not account:
        return format_html("{}", name)
    classes = format_html(' class="{}"', css) if css else ""
    return format_html('<a{} href="{}">{}</a>', classes, reverse("profile", args=[account]), name)


@register.simple_block_tag(takes_context=True)
def table_form(
    context: Context, content: SafeString, action: str, seq: int | None = None, **attributes: Any
) -> SafeString:
    """Render a form of the table page: it posts with htmx and swaps the table.

    `seq` is the move that the page shows. Further arguments become attributes; an underscore in
    a name stands for a hyphen, and attributes whose value is None or False are left out.
    """
    return _table_form(form_token(context.get("request")), content, action, seq, attributes)


@pass_context
def jinja_table_form(
    context: JinjaContext,
    action: str,
    seq: int | None = None,
    *,
    caller: Callable[[], Markup],
    **attributes: Any,
) -> SafeString:
    """Render the same form in Jinja2: `{% call table_form(path) %}…{% endcall %}`."""
    token = form_token(context.get("request"))
    return _table_form(token, caller(), action, seq, attributes)


def form_token(request: HttpRequest | None) -> str:
    """Return the CSRF token for all forms of an answer, masked once; empty without a request.

    A mask takes 32 calls of the system, and each of them may let another thread run first.
    """
    if request is None:
        return ""
    secret: str | None
    token: str
    secret, token = request.META.get(FORM_TOKEN, (None, ""))
    if not token or secret != request.META.get("CSRF_COOKIE"):  # a log-in changes the secret
        token = str(get_token(request))
        request.META[FORM_TOKEN] = request.META["CSRF_COOKIE"], token
    return token


def _table_form(
    token: str, content: str, action: str, seq: int | None, attributes: dict[str, Any]
) -> SafeString:
    extra = format_html_join(
        "",
        "{}",
        (
            (_attribute(name, value),)
            for name, value in attributes.items()
            if value is not None and value is not False
        ),
    )
    moves = ""
    if seq is not None:
        moves = format_html('<input type="hidden" name="seq" value="{}">', seq)
    return format_html(
        '<form method="post" action="{0}" hx-post="{0}" hx-target="#table" hx-swap="outerMorph"{1}>'
        '<input type="hidden" name="csrfmiddlewaretoken" value="{2}">{3}{4}</form>',
        action,
        extra,
        token,
        moves,
        content,
    )


def _attribute(name: str, value: Any) -> SafeString:
    name = name.replace("_", "-")
    return format_html(" {}", name) if value is True else format_html(' {}="{}"', name, value)
