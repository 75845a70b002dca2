"""Games of rounds with the same deal: how their turns fit the hands that were hidden."""

import logging
from datetime import datetime

from django.db.models import Count
from django.utils import timezone

from engine import EngineError
from engine import Game as EngineGame
from engine.analysis.review.hidden_hands import hand_fits
from games.fairplay.detection import SameDealPlay
from games.fairplay.models import SameDealGame
from games.tables.models import Game, Seat, Status
from games.tables.moves import moves_of

log = logging.getLogger(__name__)


def measure(since: datetime, most: int, now: datetime | None = None) -> int:
    """Measure some games that ended after `since`, the oldest first; return their number.

    Only games whose deal was played at other tables too and is over at all of them. Idempotent.
    """
    now = now or timezone.now()
    rated = Game.objects.filter(status=Status.FINISHED, players=2, rated_game__at__gt=since)
    tables = rated.values("seed").order_by().annotate(tables=Count("pk"))
    due = rated.filter(sealed=False, seed__in=tables.filter(tables__gt=1).values("seed"))
    due = due.exclude(pk__in=SameDealGame.objects.values("game")).order_by("pk")
    games = list(due[:most])
    for game in games:
        SameDealGame.objects.get_or_create(game=game, defaults={"fits": _fits(game), "at": now})
    return len(games)


def _fits(game: Game) -> list[list[float]]:
    """Return the turns of both seats, and the sum of the shares of worlds that they beat."""
    moves = [(move.seat, move.action) for move in moves_of(game)]
    try:
        fits = hand_fits(EngineGame.replay(game.setup), moves, game.seed)
    except (EngineError, ValueError):
        log.exception("could not measure how turns of game %s fit the hands", game.pk)
        return []
    return [[fit.turns, fit.beaten] for fit in fits]


def plays_since(since: datetime) -> list[SameDealPlay]:
    """Return how turns fit the hands of others, by player and measured game, in two queries."""
    rows = SameDealGame.objects.filter(game__rated_game__at__gt=since)
    fits = dict(rows.values_list("game", "fits"))
    seats = Seat.objects.filter(game__in=fits, user__isnull=False)
    return [
        SameDealPlay(game, user or 0, int(fits[game][number][0]), fits[game][number][1])
        for game, number, user in seats.values_list("game", "number", "user")
        if len(fits[game]) > number
    ]
