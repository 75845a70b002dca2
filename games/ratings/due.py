"""The games of a pool that have to be calculated again.

They change only while the pool's `Ledger` row is locked.
"""

from collections.abc import Collection
from functools import partial

from django.db import transaction
from django.utils.translation import ngettext

from common.queueing import queue
from games.ratings.models import AnnulledRating, DueGame, Ledger, Pool, RatedGame, Recalculation

TASK = "games.ratings.tasks.recalculate"


def add(pool: Pool, places: Collection[int], *, limit: bool = False) -> None:
    """Let games be calculated again, and queue that; `limit`: check the monthly limit again too."""
    if not places:
        return
    note(pool, places, limit=limit)
    Recalculation.objects.get_or_create(pool=pool, done_at=None)
    transaction.on_commit(partial(queue, TASK, pool.value))


def note(pool: Pool, places: Collection[int], *, limit: bool = False) -> None:
    """Let games be calculated again by the run that goes on."""
    rows = [DueGame(pool=pool, place=place, limit=limit) for place in sorted(places)]
    if limit:
        DueGame.objects.bulk_create(
            rows,
            500,
            update_conflicts=True,
            unique_fields=["pool", "place"],
            update_fields=["limit"],
        )
    else:
        DueGame.objects.bulk_create(rows, 500, ignore_conflicts=True)


def first_place(pool: Pool) -> int | None:
    """Return the place of the first due game."""
    due = DueGame.objects.filter(pool=pool).order_by("place")
    return due.values_list("place", flat=True).first()


def is_running(pool: str) -> bool:
    """Whether ratings of a pool are being recalculated."""
    return Recalculation.objects.filter(pool=pool, done_at=None).exists()


def is_due(rated: RatedGame) -> bool:
    """Whether a game is still to be calculated again."""
    return DueGame.objects.filter(pool=rated.pool, place=rated.place).exists()


def outlook(game_id: int) -> str:
    """Return what follows from an annulment or restoration, in a sentence; nothing if nothing does.

    The number is the most it can be: where ratings stay the same, games are not calculated again.
    """
    annulled = AnnulledRating.objects.filter(game=game_id).first()
    row = annulled or RatedGame.objects.filter(game=game_id).first()
    if row is None or not is_running(row.pool):
        return ""
    games = Ledger.objects.get(pool=row.pool).last - row.place
    sentence = ngettext(
        "The ratings of the later game are recalculated in the background.",
        "The ratings of up to %(n)d later games are recalculated in the background.",
        games,
    )
    return sentence % {"n": games}
