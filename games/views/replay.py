"""A finished game, move by move with all hands open; and the proof of its deal."""

import hashlib

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from engine import Options, deal
from games.models import Status
from games.selectors import Seen, seen
from games.tablepage import outcome_sentence, replay_page


@require_safe
def replay(request: HttpRequest, pk: int, seq: int = 0) -> HttpResponse:
    """Show a finished game after its first `seq` moves."""
    found = _dealt(request, pk)
    game = found.game
    if game.status == Status.RUNNING or seq > game.seq:
        raise Http404
    below = found.seats[found.number or 0]
    context = replay_page(found, seq) | {
        "game": game,
        "seq": seq,
        "below": below,
        "four": game.players == 4,
        "is_open": found.is_open,
        "outcome": outcome_sentence(game, found.seats, found.number) if seq == game.seq else "",
        "steps": _steps(game.pk, seq, game.seq),
    }
    template = (
        "games/table/_replay.html" if getattr(request, "htmx", False) else "games/replay.html"
    )
    return render(request, template, context)


def _steps(pk: int, seq: int, last: int) -> dict[str, str]:
    numbers = {"first": 0, "back": max(0, seq - 1), "on": min(last, seq + 1), "last": last}
    return {
        name: reverse("replay_at", args=[pk, number]) if number != seq else ""
        for name, number in numbers.items()
    }


@require_safe
def verify_deal(request: HttpRequest, pk: int) -> HttpResponse:
    """Show that the cards were dealt from the seed that was promised."""
    found = _dealt(request, pk)
    game = found.game
    context: dict[str, object] = {"game": game, "over": found.is_open}
    if found.is_open:
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
    return render(request, "games/verify_deal.html", context)


def _dealt(request: HttpRequest, pk: int) -> Seen:
    """Return a table whose cards have been dealt, or raise `Http404`."""
    found = seen(request.user, pk)
    if found.game.setup is None:
        raise Http404
    return found
