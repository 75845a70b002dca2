"""Folding: the moves of a game that has been over for a while become one compressed record."""

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from games.tables.models import FoldedMoves, Game, Status
from games.tables.moves import fold, moves_of
from games.tables.services.check import differences

log = logging.getLogger(__name__)

AFTER = timedelta(days=7)
"""How long a game is over before its moves are folded: until then most is read of it."""
MOST = 200
"""Games that are folded by one run of the task."""


def fold_finished(*, now: datetime | None = None) -> int:
    """Fold the games that are due, those that ended first; return how many.

    Idempotent, and it goes on where it was interrupted: each game is a transaction of its own.
    """
    now = now or timezone.now()
    over = (Status.FINISHED, Status.ABORTED)
    due = Game.objects.filter(status__in=over, folded=False, seq__gt=0, finished_at__lt=now - AFTER)
    keys = list(due.order_by("finished_at").values_list("pk", flat=True)[:MOST])
    return sum(_fold(key) for key in keys)


@transaction.atomic
def _fold(key: int) -> bool:
    """Fold the moves of a game, unless the engine gives another game for them."""
    game = Game.objects.select_for_update().filter(pk=key, folded=False).first()
    if game is None:  # another worker was faster
        return False
    if problems := differences(game):
        log.error("the moves of game %s are not folded: %s", key, " ".join(problems))
        Game.objects.filter(pk=key).update(folded=None)
        return False
    FoldedMoves.objects.create(game=game, record=fold(moves_of(game)))
    game.moves.all().delete()
    Game.objects.filter(pk=key).update(folded=True)
    return True
