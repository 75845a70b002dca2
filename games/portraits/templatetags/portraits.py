"""Template tags that draw agents and players."""

from functools import cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from accounts.models import User
from engine.agents import AGENTS, NUMBER
from engine.names import PLANETS
from games.portraits import VIEW
from games.portraits import portrait as drawing
from games.portraits.faces import PlayerFace, face_of

register = template.Library()


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
def face(player: User | PlayerFace | None) -> SafeString:
    """Return the face of a player, hidden from screen readers; nothing without a player.

    Faces stand before names, so the mark of bot accounts is here: a word, for everyone.
    """
    if not player:
        return SafeString("")
    player_face = player if isinstance(player, PlayerFace) else face_of(player)
    if not player_face.is_bot_account:
        return _face(player_face)
    return format_html('{}<span class="bot-account">{}</span> ', _face(player_face), _("bot"))


@cache
def _face(player_face: PlayerFace) -> SafeString:
    if not player_face.agent:
        letter = '<span class="face {}" aria-hidden="true">{}</span>'
        return format_html(letter, player_face.planet, player_face.letter)
    return format_html(
        '<svg class="portrait face {}" aria-hidden="true"><use href="{}"/></svg>',
        player_face.planet,
        f"{static('img/portraits.svg')}#{player_face.agent}",
    )
