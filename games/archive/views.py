"""A player's games line by line, and the page of the files for download."""

import json
from urllib.parse import urlencode

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from common.dumps import dumps
from common.made_once import answer, digest_of
from common.refusals import Refused
from common.replicas import from_replica
from games.archive.forms import GamesFilter
from games.archive.selectors import games_of, records_of

MOST = 100
"""Games in one answer."""
AN_HOUR = 60 * 60


class Download(FileResponse):
    """A file of any size, read part by part while it is sent."""

    block_size = 64 * 1024


@require_safe
@from_replica
def games_of_player(request: HttpRequest, username: str) -> HttpResponse:
    """The public games of a player that are over, a record in each line, the earliest first.

    `?after=` goes on after a game; the header `Link` has the address of what follows.
    """
    player = get_object_or_404(User, username__iexact=username, is_active=True)
    form = GamesFilter(request.GET)
    if not form.is_valid():
        fields = ", ".join(form.errors)
        raise Refused(_("These filters make no sense: %(fields)s.") % {"fields": fields}, 422)
    most = form.cleaned_data["max"] or MOST
    games = list(games_of(player, form.cleaned_data)[: most + 1])
    page = games[:most]
    names = [[seat.name for seat in game.seats.all()] for game in page]
    response = answer(
        request,
        digest_of("games", [(game.pk, game.version, game.ending) for game in page], names),
        lambda: "".join(f"{json.dumps(row)}\n" for row in records_of(page)).encode(),
        "application/x-ndjson",
        is_public=True,
    )
    if len(games) > most:
        query = urlencode({**request.GET.dict(), "after": str(page[-1].pk)})
        path = reverse("games_ndjson", args=[player.username])
        response["Link"] = f'<{settings.SITE_URL}{path}?{query}>; rel="next"'
    response["Access-Control-Allow-Origin"] = "*"
    response["Access-Control-Expose-Headers"] = "ETag, Link"
    return response


@require_safe
def data(request: HttpRequest) -> HttpResponse:
    """The files for download."""
    return render(request, "archive/data.html", {"dumps": dumps(), "site": settings.SITE_URL})


@require_safe
def download(request: HttpRequest, file: str) -> HttpResponseBase:
    """A file for download; only those that have a manifest."""
    dump = next((dump for dump in dumps() if dump.file == file), None)
    if dump is None:
        raise Http404
    etag = f'"{dump.sha256}"'
    response: HttpResponseBase | None = get_conditional_response(request, etag=etag)
    if response is None:
        response = Download(
            dump.path.open("rb"),
            as_attachment=True,
            filename=dump.file,
            content_type="application/zstd",
        )
    response["ETag"] = etag
    response["Cache-Control"] = f"max-age={AN_HOUR}"
    return response
