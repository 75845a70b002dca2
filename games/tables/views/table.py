"""The table: one page for players and spectators, and its fragment `#table`."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.refusals import Refused
from accounts.requests import HtmxRequest, SignedInRequest
from games.tables import providers
from games.tables.forms import PaceForm
from games.tables.models import Game, NotificationLevel, Status
from games.tables.page import table_page
from games.tables.page.board import reach
from games.tables.selectors import Seen, seen, unchanged
from games.tables.services.seen import mark_seen
from games.tables.signs import PLANET_SIGNS
from games.tables.time_forms import GiveTimeForm
from games.tables.timekeeping import display
from games.tables.views.addresses import addresses

FORMS = ("draft", "undo", "confirm")
PACE_FORM: dict[str, Any] = {"auto_id": "new-%s"}
"""Arguments of the form that proposes another pace."""


@never_cache
@require_safe
def table(request: HtmxRequest, pk: int) -> HttpResponse:
    """The page of a table; 204 for a page that has this version already."""
    version = request.GET.get("version", "")
    if "here" not in request.GET and unchanged(pk, version):
        return HttpResponse(status=204)
    seen_table = seen(request.user, pk)
    if version == str(seen_table.game.version):
        _look(request, seen_table)
    if version == str(seen_table.game.version):  # a look can start the clocks
        return HttpResponse(status=204)
    return show(request, seen_table)


@never_cache
@require_safe
def invitation(request: HtmxRequest, pk: int, token: str) -> HttpResponse:
    """The page of a table for users who have its link."""
    seen_table = seen(request.user, pk, token)
    if seen_table.game.token != token:
        raise Http404
    if request.GET.get("version") == str(seen_table.game.version):
        return HttpResponse(status=204)
    if seen_table.game.status != Status.OPEN and (seen_table.game.public or seen_table.seat):
        # With the query, which says whether a user looks at the page that fetches itself.
        query = request.GET.urlencode()
        return redirect(seen_table.game.get_absolute_url() + (f"?{query}" if query else ""))
    return show(request, seen_table, token=token)


def show(
    request: HtmxRequest,
    seen_table: Seen,
    message: str = "",
    status: int = 200,
    *,
    token: str = "",
    pace: PaceForm | None = None,
) -> HttpResponse:
    """Answer with the table, as a page or a fragment, and with a message for the player.

    `pace`: the form of a refused proposal of a pace, with its input.
    """
    to = addresses(seen_table.game, token)
    path = to["table"]
    now = timezone.now()
    _look(request, seen_table)
    if seen_table.game.setup is None:
        waiting = open_table(request, seen_table, token, now) | {"message": message, "path": path}
        return _render(request, "open", waiting, status)
    to |= {name: reverse(name, args=[seen_table.game.pk]) for name in FORMS}
    context = started_table(request, seen_table, path, message) | {"to": to, "token": token}
    page = context["page"]
    if page.menu.plays:
        context |= {
            "gift": GiveTimeForm(),
            "pace": pace or PaceForm(**PACE_FORM),
            "notification_levels": NotificationLevel.choices,
        }
    return _render(request, "table", context, status)


def started_table(
    request: HtmxRequest, seen_table: Seen, path: str, message: str = ""
) -> dict[str, Any]:
    """Return the context of a started table's page at `path`, also when opened from a mail.

    With a message, the chosen card stays chosen after a POST.
    """
    query = {**request.GET.dict(), **request.POST.dict()}
    page = table_page(
        seen_table,
        chosen=query.get("card", "") if request.method != "POST" or message else "",
        since=int(query["since"]) if query.get("since", "").isdecimal() else None,
        whole_log=query.get("log") == "all",
        message=message,
    )
    return {"page": page, "game": seen_table.game, "path": path, "here": path + page.query}


def _look(request: HtmxRequest, seen_table: Seen) -> None:
    """Record that the viewer looks at the table.

    A page that refreshes itself reports whether a user looks at it, as it may be a background tab.
    """
    if "version" in request.GET:
        looks = "here" in request.GET
    else:
        looks = "prefetch" not in request.headers.get("Sec-Purpose", "")
    seat = seen_table.own or next(
        (
            seat
            for seat in seen_table.seats
            if seen_table.user and seat.invited_id == seen_table.user.pk
        ),
        None,
    )
    if looks and seat is not None:
        mark_seen(seat, seen_table.game)


def _render(request: HtmxRequest, name: str, context: dict[str, Any], status: int) -> HttpResponse:
    template = f"tables/_{name}.html" if request.htmx else f"tables/{name}.html"
    return render(request, template, context, status=status)


def open_table(request: HtmxRequest, seen_table: Seen, token: str, now: datetime) -> dict[str, Any]:
    """Return the context of the page of a table that has not been dealt."""
    game, user = seen_table.game, seen_table.user
    mine = user is not None and game.creator_id == user.pk
    link = request.build_absolute_uri(reverse("invitation", args=[game.pk, game.token]))
    days = game.pace is not None and not game.live
    gone = display.absences_to_come((s.user_id for s in seen_table.seats), now) if days else {}
    rated = providers.seat_ratings(game, seen_table.seats, now)
    others = {seat.user_id for seat in seen_table.seats if seat.user_id and seat.user != user}
    reliable = providers.reliability(others, now)
    seats = [
        {
            "seat": seat,
            "rating": rated.get(seat.number),
            "reliability": reliable.get(seat.user_id or 0),
            "week": display.week_words(seat.user, now) if days and seat.user else [],
            "absences": gone.get(seat.user_id or 0, []),
            "me": seen_table.seat is not None and seat.pk == seen_table.seat.pk,
            "kept_for_me": user is not None and seat.invited_id == user.pk,
            "reach": [
                (PLANET_SIGNS[planet], planet) for planet in reach(game.players, seat.number)
            ],
            "free": not seat.user_id and not seat.bot,
            "team": seat.side + 1,
        }
        for seat in seen_table.seats
    ]
    return {
        "game": game,
        "seats": seats,
        "sides": [seats[0::2], seats[1::2]],
        "sits": seen_table.seat is not None,
        "invited": any(seat["kept_for_me"] for seat in seats),
        "mine": mine,
        "link": link if (mine or seen_table.seat) and game.status == Status.OPEN else "",
        "token": token,
        "expired": game.status == Status.CANCELLED,
        "here": request.path,
    }


def at_table(
    request: SignedInRequest,
    pk: int,
    service: Callable[[User], object],
    pace: PaceForm | None = None,
) -> HttpResponse:
    """Call a service for the user and answer with the table: the fragment, or a redirect to it.

    A refusal is shown at the table as it is now; a table that the user may not see is a 404.
    """
    try:
        service(request.user)
    except Refused as refused:
        return show(request, seen(request.user, pk), str(refused), refused.status, pace=pace)
    except Game.DoesNotExist as error:
        raise Http404 from error
    if request.htmx:
        return show(request, seen(request.user, pk))
    return redirect("table", pk)
