"""A game step by step, its record, and the proof of its deal."""

import hashlib

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.requests import HtmxRequest
from engine import Options, deal
from games.tables.models import Status
from games.tables.page import ReplayAddress, chosen_seat, replay_page
from games.tables.selectors import Seen, seen
from games.tables.views.addresses import addresses
from games.tables.views.fragments import render_fragment


@never_cache
@require_safe
def replay(request: HtmxRequest, pk: int, seq: int | None = None, token: str = "") -> HttpResponse:
    """The replay of a game after its first `seq` moves, without them from the deal.

    A running game is shown as its viewer saw it. `?stop=`: after so many turns; `?seat=`: with
    the cards of one seat only, once all hands are open; `?better=1`: with a better turn drawn on
    the board, if one is known.
    """
    seen_table = dealt(request, pk, token)
    game = seen_table.game
    if seq is not None and seq > game.seq:
        raise Http404
    eyes = chosen_seat(seen_table, request.GET.get("seat", ""))
    to = addresses(game, token)
    address = ReplayAddress(to["replay"], eyes)
    better = request.GET.get("better") == "1"
    page = replay_page(seen_table, seq or 0, address, token, better=better)
    stop = request.GET.get("stop", "")
    if stop:
        stops = page.stops.split()
        if not stop.isdecimal() or int(stop) >= len(stops):
            raise Http404
        return redirect(address.at(int(stops[int(stop)])))
    context = {
        "page": page,
        "game": game,
        "below": seen_table.seats[(seen_table.number or 0) if eyes is None else eyes],
        "eyes": eyes,
        "four": game.players == 4,
        "is_open": seen_table.is_open,
        "is_running": game.status == Status.RUNNING,
        "to": to,
        "site": settings.SITE_URL,
    }
    return render_fragment(request, "tables/_replay.jinja", "tables/replay.html", context)


@never_cache
@require_safe
def record(request: HttpRequest, pk: int, token: str = "") -> HttpResponse:
    """The record of a game whose hands are open, in the notation of records, to be saved."""
    seen_table = dealt(request, pk, token)
    if not seen_table.is_open:
        raise Http404
    answer = JsonResponse(seen_table.engine.record(), json_dumps_params={"indent": 1})
    answer["Content-Disposition"] = f'attachment; filename="zenith-{pk}.json"'
    return answer


@require_safe
def verify_deal(request: HttpRequest, pk: int, token: str = "") -> HttpResponse:
    """The page that proves that the cards were dealt from the promised seed."""
    seen_table = dealt(request, pk, token)
    game = seen_table.game
    context: dict[str, object] = {
        "game": game,
        "over": seen_table.is_open,
        "to": addresses(game, token),
    }
    if seen_table.is_open:
        record = game.setup or {}
        again = deal(Options(**record["options"]), game.seed).to_json()
        context |= {
            "seed": game.seed,
            "sha256": hashlib.sha256(game.seed.encode()).hexdigest(),
            "rows": [
                {"what": key, "dealt": again[key], "recorded": record["setup"].get(key)}
                for key in again
                if key != "seed"
            ],
            "same": again == record["setup"],
        }
    return render(request, "tables/verify_deal.html", context)


def dealt(request: HttpRequest, pk: int, token: str) -> Seen:
    """Return a table whose cards have been dealt, or raise `Http404`."""
    seen_table = seen(request.user, pk, token)
    if seen_table.game.setup is None or (token and token != seen_table.game.token):
        raise Http404
    return seen_table
