"""The picture of a table at a moment, and the page that shares it."""

import json
from typing import Literal
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from common.made_once import answer, digest_of
from games.notifications import png_process
from games.notifications.board_image import Picture, picture
from games.notifications.moments import moment_path
from games.tables.page import chosen_seat, turn_start, view_query
from games.tables.selectors import Seen, seen
from games.tables.services.play import replayed

ZOOM = 3


@require_safe
def moment_svg(request: HttpRequest, pk: int, seq: int, token: str = "") -> HttpResponse:
    """The table after its first `seq` moves as SVG; `?seat=` turns it for a seat."""
    table = seen(request.user, pk, token)
    return picture_of(request, table, seq, request.GET.get("seat", ""), "svg")


@require_safe
def moment_png(request: HttpRequest, pk: int, seq: int, token: str = "") -> HttpResponse:
    """The table after its first `seq` moves as PNG; `?seat=` turns it for a seat."""
    table = seen(request.user, pk, token)
    return picture_of(request, table, seq, request.GET.get("seat", ""), "png")


@never_cache
@require_safe
def latest_png(request: HttpRequest, pk: int, token: str = "") -> HttpResponse:
    """Lead to the PNG of the latest moment: links of older versions of the site name none."""
    table = _dealt(request, pk, token)
    return redirect(moment_path(pk, table.game.seq, token, "moment_png"))


@never_cache
@require_safe
def share_moment(request: HttpRequest, pk: int, seq: int, token: str = "") -> HttpResponse:
    """The page that shares a moment: as a link, a picture, in words and in the notation.

    `?seat=` and `?better=1`, as in the replay, are kept in the link.
    """
    table = _dealt(request, pk, token, seq)
    eyes = chosen_seat(table, request.GET.get("seat", ""))
    better = table.is_open and request.GET.get("better") == "1"
    drawn = _at(table, seq, eyes)
    start = turn_start(table, seq) if table.is_open else None
    position = None if start is None else replayed(table.game, start).position()
    replay = moment_path(pk, seq, token) + view_query(eyes, better=better)
    context = {
        "game": table.game,
        "seq": seq,
        "replay": replay,
        "link": f"{settings.SITE_URL}{replay}",
        "says": drawn.says,
        "position": "" if position is None else json.dumps(position),
        "earlier": start is not None and start < seq,
        "is_open": table.is_open,
        "pictures": {
            kind: moment_path(pk, seq, token, f"moment_{kind}")
            + _named(eyes, _digest(table, seq, eyes, kind))
            for kind in ("svg", "png")
        },
    }
    return render(request, "notifications/share.html", context)


def picture_of(
    request: HttpRequest, table: Seen, seq: int, seat: str, kind: Literal["svg", "png"]
) -> HttpResponse:
    """Answer with the picture of a moment, turned for a seat; raises `Http404` or `Refused`."""
    _refuse_undealt(table, seq)
    eyes = chosen_seat(table, seat)
    is_png = kind == "png"

    def draw() -> bytes:
        svg = _at(table, seq, eyes).svg
        return png_process.draw(svg, ZOOM) if is_png else svg.encode()

    return answer(
        request,
        _digest(table, seq, eyes, kind),
        draw,
        "image/png" if is_png else "image/svg+xml",
        is_public=table.game.public,
        is_slow=is_png,
    )


def _dealt(request: HttpRequest, pk: int, token: str, seq: int = 0) -> Seen:
    table = seen(request.user, pk, token)
    _refuse_undealt(table, seq)
    return table


def _refuse_undealt(table: Seen, seq: int) -> None:
    if table.game.setup is None or seq > table.game.seq:
        raise Http404


def _side(table: Seen) -> int | None:
    return None if table.number is None else table.number % 2


def _at(table: Seen, seq: int, eyes: int | None) -> Picture:
    """Return the picture of a moment, as spectators see it; the last move's discs are marked.

    `eyes`: the seat below; by default the viewer's.
    """
    before = table.public_view(seq - 1) if seq else None
    after = table.public_view(seq)
    below, is_end = _below(table, eyes), table.is_end(seq)
    return picture(after, table.seats, below, before, over=is_end, shared=True)


def _below(table: Seen, eyes: int | None) -> int | None:
    return _side(table) if eyes is None else eyes % 2


def _named(eyes: int | None, digest: str) -> str:
    """Return the query of a picture that never changes."""
    return "?" + urlencode(({} if eyes is None else {"seat": eyes}) | {"v": digest})


def _digest(table: Seen, seq: int, eyes: int | None, kind: str) -> str:
    """Return the name of a picture: of all that `_at` draws. Moves are never taken back."""
    game, names = table.game, [seat.name for seat in table.seats]
    facts = (game.pk, seq, table.is_end(seq), game.sealed, _below(table, eyes), names)
    return digest_of("picture", kind, ZOOM, *facts)
