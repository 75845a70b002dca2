"""A finished game, move by move with all hands open; and the proof of its deal."""

import hashlib

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.requests import HtmxRequest
from engine import Options, deal
from games.tables.models import Game, Status
from games.tables.page import outcome_sentence, replay_page
from games.tables.selectors import Seen, seen
from games.tables.views.addresses import addresses, replay_at


@require_safe
def replay(request: HtmxRequest, pk: int, seq: int = 0, token: str = "") -> HttpResponse:
    """The replay of a finished game after its first `seq` moves."""
    seen_table = _dealt(request, pk, token)
    game = seen_table.game
    if game.status == Status.RUNNING or seq > game.seq:
        raise Http404
    below = seen_table.seats[seen_table.number or 0]
    context = {
        "page": replay_page(seen_table, seq),
        "game": game,
        "seq": seq,
        "below": below,
        "four": game.players == 4,
        "is_open": seen_table.is_open,
        "outcome": outcome_sentence(game, seen_table.seats, seen_table.number)
        if seq == game.seq
        else "",
        "steps": _steps(game, seq, token),
        "to": addresses(game, token),
    }
    template = "tables/_replay.html" if request.htmx else "tables/replay.html"
    return render(request, template, context)


def _steps(game: Game, seq: int, token: str) -> dict[str, str]:
    last = game.seq
    numbers = {"first": 0, "back": max(0, seq - 1), "on": min(last, seq + 1), "last": last}
    return {
        name: replay_at(game, number, token) if number != seq else ""
        for name, number in numbers.items()
    }


@require_safe
def verify_deal(request: HttpRequest, pk: int, token: str = "") -> HttpResponse:
    """The page that proves that the cards were dealt from the promised seed."""
    seen_table = _dealt(request, pk, token)
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


def _dealt(request: HttpRequest, pk: int, token: str) -> Seen:
    """Return a table whose cards have been dealt, or raise `Http404`."""
    seen_table = seen(request.user, pk, token)
    if seen_table.game.setup is None or (token and token != seen_table.game.token):
        raise Http404
    return seen_table
