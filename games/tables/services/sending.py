"""Sealed turns that are due are played: by a task, and by any look at the table.

The clock of the player has stopped at the confirmation; the next player's starts when the turn is
played and the next player is told. Sending is idempotent: the turn and its seal end in one
transaction.
"""

import logging
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from common.refusals import Refused
from games.tables.announcements import Asked, asked
from games.tables.models import Seat, Status, Void
from games.tables.seats import seats_of_game
from games.tables.services.drafts import drafted
from games.tables.services.locks import lock_game
from games.tables.services.play import is_own_turn, play_answers
from games.tables.services.sealing import unseal
from games.tables.timekeeping.clocks import LockedTable, deadline_of

log = logging.getLogger(__name__)


def send_due(now: datetime | None = None) -> int:
    """Play all sealed turns that are due; return the number of games."""
    now = now or timezone.now()
    due = Seat.objects.filter(sends_at__lte=now).order_by("sends_at")
    games = list(dict.fromkeys(due.values_list("game_id", flat=True)))
    for game_id in games:
        try:
            send(game_id, now=now)
        except Exception:
            log.exception("could not send the turn of game %s", game_id)
    return len(games)


def send(game_id: int, *, now: datetime | None = None) -> None:
    """Play the sealed turn of a game, if it is due."""
    now = now or timezone.now()
    with transaction.atomic():
        # Without outages: they are given back to the player who is asked next, if there is one.
        game = lock_game(game_id)
        settle(LockedTable(game, seats_of_game(game, now), now))


def is_due(seats: Sequence[Seat], now: datetime) -> bool:
    """Whether a sealed turn at a table is due."""
    return any(seat.sends_at is not None and seat.sends_at <= now for seat in seats)


def settle(table: LockedTable, *, late: bool = False) -> None:
    """Play the sealed drafts that are due in a game.

    `late`: a standing answer whose player would lose on time is due too, as of the deadline.
    """
    game, now = table.game, table.now
    for seat in table.seats:
        if seat.sealed_at is None or seat.sends_at is None:
            continue
        stopped, deadline = seat.sealed_at, deadline_of(game, seat.side)
        runs_out = deadline is not None and deadline < now
        if seat.sends_at > now and not (late and runs_out):
            continue
        if deadline is not None and runs_out:
            stopped = min(stopped, deadline)
        try:
            if game.status == Status.RUNNING and seat.asked:
                play_answers(table, seat, drafted(game, seat), stopped)
                continue
        except Refused as refused:  # the draft stays, and its player is told
            log.warning("a sealed turn of game %s is not legal: %s", game.pk, refused)
        seat.void = "" if seat.is_standing_answer else Void.REFUSED
        unseal(seat)
        if game.status == Status.RUNNING and seat.asked:
            asked.send(Asked(game, seat, is_own_turn(game, seat), now, seat.void))
