"""Answers that need not be sent again: strong ETags."""

from hashlib import sha256

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

from common.release import release
from games.tables.selectors import Seen


def etag_of(request: HttpRequest, *facts: object) -> str:
    """Return the ETag of an answer that is made of these facts, the address and the language."""
    made_of = (facts, request.get_full_path(), get_language(), release())
    return f'"{sha256(repr(made_of).encode()).hexdigest()[:24]}"'


def game_etag(request: HttpRequest, seen_table: Seen) -> str:
    """Return the ETag of a game as a viewer sees it: a new one with every `Game.version`."""
    game, user = seen_table.game, seen_table.user
    names = [seat.name for seat in seen_table.seats]
    viewer = user and user.pk
    return etag_of(request, game.pk, game.version, game.status, game.sealed, viewer, names)


def not_modified(request: HttpRequest, etag: str) -> HttpResponse | None:
    """Return the 304 for a client that has this answer already; `None` for all others."""
    response: HttpResponse | None = get_conditional_response(request, etag=etag)
    return response
