"""ETags: answers that need not be sent again, and writes for a table as it was read."""

import re
from hashlib import sha256

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from common.refusals import Refused
from common.release import release
from games.tables.models import Game
from games.tables.selectors import Seen

ETAG = re.compile(r'(W/)?"(?:(\d{1,10})-)?[^"]*"')
"""An ETag in a header: whether it is weak, and the version of the game in it."""


def etag_of(request: HttpRequest, *facts: object) -> str:
    """Return the ETag of an answer that is made of these facts, the address and the language."""
    made_of = (facts, request.get_full_path(), get_language(), release())
    return f'"{sha256(repr(made_of).encode()).hexdigest()[:24]}"'


def game_etag(request: HttpRequest, seen_table: Seen) -> str:
    """Return the ETag of a game as a viewer sees it; it begins with `Game.version`."""
    game, user = seen_table.game, seen_table.user
    names = [seat.name for seat in seen_table.seats]
    viewer = user and user.pk
    etag = etag_of(request, game.pk, game.version, game.status, game.sealed, viewer, names)
    return f'"{game.version}-{etag[1:]}'


def not_modified(request: HttpRequest, etag: str) -> HttpResponse | None:
    """Return the 304 for a client that has this answer already; `None` for all others."""
    response: HttpResponse | None = get_conditional_response(request, etag=etag)
    return response


def match_version(request: HttpRequest, game: Game) -> None:
    """Compare the `If-Match` of a write with the version of a locked game; raises `Refused` (412).

    The ETag of any answer about the game will do, whatever its address and language.
    """
    header = request.headers.get("If-Match")
    if header is None:
        return
    vars(request)[MATCHED] = True
    if header.strip() == "*":
        return
    versions = [
        match[2]
        for part in header.split(",")
        if (match := ETAG.fullmatch(part.strip()))
        if match[1] is None
    ]
    if str(game.version) not in versions:
        sentence = _("The table has changed since you looked at it.")
        raise Refused(sentence, 412, code="precondition_failed")


MATCHED = "_if_match_was_read"


def was_matched(request: HttpRequest) -> bool:
    """Whether an operation has compared the `If-Match` of a request."""
    return MATCHED in vars(request)
