"""A game step by step, its record, and the proof of its deal."""

import hashlib
from collections.abc import Mapping

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.requests import HtmxRequest, shown_by
from common.made_once import A_MINUTE, answer, digest_of, made
from common.replicas import from_replica_if
from engine import Options, deal
from engine.boxes import NONE_NAMED
from games.tables.models import Game, Status
from games.tables.page import ReplayAddress, chosen_seat, replay_page
from games.tables.records import record_text
from games.tables.selectors import Seen, seen
from games.tables.views.addresses import addresses
from games.tables.views.fragments import render_fragment


def _is_over(pk: int, **_more: object) -> bool:
    return Game.objects.filter(pk=pk, status=Status.FINISHED).exists()


@never_cache
@require_safe
@from_replica_if(_is_over)
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
    address = ReplayAddress(addresses(game, token)["replay"], eyes)
    better = request.GET.get("better") == "1"
    stop = request.GET.get("stop", "")

    def draw() -> HttpResponse:
        return _draw(request, seen_table, seq or 0, address, token, better=better)

    is_over = game.status != Status.RUNNING
    if request.htmx and is_over and seen_table.user is None and not stop:
        # The same for all visitors: there is no form in it. Reviews add links meanwhile.
        names, digests = [seat.name for seat in seen_table.seats], sorted(shown_by(request).items())
        facts = (game.pk, game.version, game.sealed, seq, eyes, better, token, names, digests)
        digest = digest_of("replay", *facts)
        return HttpResponse(made(request, digest, lambda: draw().content, seconds=A_MINUTE))
    if stop:
        stops = replay_page(seen_table, seq or 0, address, token, better=better).stops.split()
        if not stop.isdecimal() or int(stop) >= len(stops):
            raise Http404
        return redirect(address.at(int(stops[int(stop)])))
    return draw()


def _draw(
    request: HtmxRequest,
    seen_table: Seen,
    seq: int,
    address: ReplayAddress,
    token: str,
    *,
    better: bool,
) -> HttpResponse:
    """Answer with a moment of the replay."""
    game, eyes, to = seen_table.game, address.eyes, addresses(seen_table.game, token)
    page = replay_page(seen_table, seq, address, token, better=better)
    context = {
        "page": page,
        "game": game,
        "below": seen_table.seats[(seen_table.number or 0) if eyes is None else eyes],
        "eyes": eyes,
        "four": game.players == 4,
        "is_open": seen_table.is_open,
        "is_running": game.status == Status.RUNNING,
        "to": to,
        "token": token,
        "site": settings.SITE_URL,
    }
    return render_fragment(request, "tables/_replay.jinja", "tables/replay.html", context)


@require_safe
@from_replica_if(_is_over)
def record(request: HttpRequest, pk: int, token: str = "") -> HttpResponse:
    """The record of a game whose hands are open, in the notation of records, to be saved."""
    seen_table = dealt(request, pk, token)
    game = seen_table.game
    if not seen_table.is_open:
        raise Http404
    names = [seat.name for seat in seen_table.seats]
    response = answer(
        request,
        digest_of("record", game.pk, game.version, game.status, game.ending, *names),
        lambda: record_text(seen_table).encode(),
        "application/json",
        is_public=game.public,
    )
    response["Content-Disposition"] = f'attachment; filename="zenith-{pk}.json"'
    return response


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
        boxes = record["setup"].get("boxes", NONE_NAMED)
        options = Options(**record["options"])
        again: Mapping[str, object] = deal(options, game.seed, boxes).to_json()
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
