"""Template tags for the card that messengers show of a link, and for search engines."""

import json
from dataclasses import dataclass, field, replace

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.template.context import Context
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from common.indexing import in_language, is_indexed, named_language

register = template.Library()

SUFFIX = " · Zenith"
"""What titles of pages end with; cards name the site by itself."""
HARMLESS = {ord("<"): "\\u003C", ord(">"): "\\u003E", ord("&"): "\\u0026"}
"""What could end a script, written so that it can't."""


@dataclass(frozen=True, slots=True)
class LinkCard:
    """What is said of a page outside of it.

    `canonical`: its one address, if search engines may list it; `alternates`: (language, address).
    `hidden`: whether search engines must not list it, because its address is a secret.
    """

    title: str
    picture: str
    is_board: bool
    canonical: str = ""
    alternates: list[tuple[str, str]] = field(default_factory=list)
    hidden: bool = False
    is_home: bool = False


@register.simple_tag(takes_context=True)
def link_card(context: Context) -> LinkCard | None:
    """Return the card of a page; `None` for signed-in users, and for pages about errors.

    Cards are read by programs without a session: what a card says is on the page that any visitor
    gets.
    """
    request = context.get("request")
    user = context.get("user")
    name = getattr(context.template, "name", None) or ""
    if request is None or (user is not None and user.is_authenticated) or "/" not in name:
        return None
    return _card(request, context)


def _card(request: HttpRequest, context: Context) -> LinkCard:
    title = str(context.get("page_title", "")).removesuffix(SUFFIX)
    own = str(context.get("page_picture", ""))
    picture = settings.SITE_URL + (own or static("img/icon-512.png"))
    match = request.resolver_match
    route = (match.url_name or "") if match is not None else ""
    hidden = match is not None and "token" in match.kwargs
    card = LinkCard(mark_safe(title), mark_safe(picture), is_board=bool(own), hidden=hidden)
    if not is_indexed(route, context):
        return card
    named = [(code, in_language(request.path, code)) for code, _name in settings.LANGUAGES]
    return replace(
        card,
        canonical=in_language(request.path, named_language(request.GET)),
        alternates=[*named, ("x-default", in_language(request.path, ""))],
        is_home=route == "home",
    )


@register.simple_tag
def about_the_site() -> SafeString:
    """Return what the site is, for search engines: JSON-LD in the words of schema.org."""
    data = {
        "@context": "https://schema.org",
        "@type": ["VideoGame", "WebApplication"],
        "name": "Zenith",
        "url": f"{settings.SITE_URL}/",
        "description": _(
            "Play the board game Zenith in the browser, live or by correspondence, "
            "against people and bots. Free, without advertising."
        ),
        "image": settings.SITE_URL + static("img/icon-512.png"),
        "inLanguage": get_language(),
        "applicationCategory": "GameApplication",
        "operatingSystem": "Any",
        "gamePlatform": "Web browser",
        "playMode": ["SinglePlayer", "MultiPlayer"],
        "numberOfPlayers": {"@type": "QuantitativeValue", "minValue": 1, "maxValue": 4},
        "isAccessibleForFree": True,
        "offers": {"@type": "Offer", "price": 0, "priceCurrency": "EUR"},
        "isBasedOn": {
            "@type": "Game",
            "name": "Zenith",
            "author": [
                {"@type": "Person", "name": "Grégory Grard"},
                {"@type": "Person", "name": "Mathieu Roussel"},
            ],
            "publisher": {"@type": "Organization", "name": "PlayPunk"},
        },
    }
    text = json.dumps(data, ensure_ascii=False).translate(HARMLESS)
    return format_html('<script type="application/ld+json">{}</script>', mark_safe(text))
