"""Bots at a table: they get the view of their seat and answer like players."""

import hashlib
from datetime import datetime, timedelta

from django.utils import timezone

from engine import Chance
from engine.bots import BOTS
from games.tables.models import Seat, Status
from games.tables.publishing import wake_bots_of
from games.tables.services.play import engine_game, submit_bot_action

FORGOTTEN_AFTER = timedelta(seconds=10)


def play_bot(game_id: int, number: int, *, now: datetime | None = None) -> bool:
    """Let the bot on a seat answer once; false if it has nothing to answer.

    The answer is computed outside of the transaction.
    """
    seat = Seat.objects.select_related("game").filter(game=game_id, number=number).first()
    if seat is None:  # the game has been deleted
        return False
    game = seat.game
    if game.status != Status.RUNNING or not seat.asked or seat.bot not in BOTS:
        return False
    action = BOTS[seat.bot](engine_game(game).view(number), chance_of(game.seed, number, game.seq))
    return submit_bot_action(game_id, number, action, game.seq, now=now)


def chance_of(seed: str, number: int, seq: int) -> Chance:
    """Return the randomness of the answer of the bot on a seat after so many moves.

    It comes from the secret seed of the game, so that a retry gives the same answer, and only one
    is played.
    """
    key = f"{seed} bot {number} move {seq}"
    return Chance(hashlib.sha256(key.encode()).hexdigest())


def wake_forgotten_bots() -> int:
    """Queue the lost tasks of bots again; return the number of games."""
    late = timezone.now() - FORGOTTEN_AFTER
    # Seats are asked in running games only, so the index on bots that are asked suffices.
    waiting = Seat.objects.filter(asked=True, asked_at__lte=late).exclude(bot="")
    games = set(waiting.order_by("asked_at").values_list("game_id", flat=True)[:100])
    for game_id in games:
        wake_bots_of(game_id)
    return len(games)
