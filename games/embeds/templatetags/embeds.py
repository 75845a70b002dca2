"""Template tags that say where a page can be had as a frame."""

from urllib.parse import urlencode

from django import template
from django.conf import settings
from django.template.context import Context
from django.urls import reverse

from games.embeds.oembed import GAMES, Framed, game_frame
from games.tables.models import Game

register = template.Library()


@register.simple_tag(takes_context=True)
def oembed_link(context: Context) -> str:
    """Return the address that describes the frame of a page; empty if visitors get no frame."""
    request = context.get("request")
    match = getattr(request, "resolver_match", None)
    if request is None or match is None:
        return ""
    game = context.get("game")
    is_game = match.url_name in GAMES and isinstance(game, Game) and game.public
    if not is_game and match.url_name != "puzzles":
        return ""
    query = urlencode({"url": settings.SITE_URL + request.path})
    return f"{settings.SITE_URL}{reverse('oembed')}?{query}"


@register.simple_tag
def frame_of_game(game: Game) -> Framed:
    """Return the frame of a public table."""
    return game_frame(game.pk)


@register.simple_tag
def overlay_of_game(game: Game) -> str:
    """Return the address for streams of a public table."""
    return f"{settings.SITE_URL}{reverse('overlay', args=[game.pk])}?delay=30"
