"""Locks on the rows of games that have started."""

from datetime import datetime

from django.db.models import BigIntegerField
from django.utils.translation import gettext as _

from common.prepared import PreparedQuery
from common.refusals import Refused
from games.tables.models import Game, Status
from games.tables.seats import seats_of_game
from games.tables.timekeeping import outages
from games.tables.timekeeping.clocks import LockedTable

LOCKED = PreparedQuery(
    lambda pk: (
        Game.objects.filter(pk=pk).select_for_update(of=("self",)).select_related("proposal")
    ),
    pk=BigIntegerField(),
)


def lock_game(game_id: int) -> Game:
    """Return the locked row of a game, with its proposal."""
    return LOCKED.get(pk=game_id)


def lock_begun(game_id: int, now: datetime) -> LockedTable:
    """Return the locked table of a game that has started, over or not.

    Outages have been given back to its players. Raises `Refused`.
    """
    outages.notice(now)
    game = lock_game(game_id)
    if game.status == Status.OPEN:
        raise Refused(_("The game has not started yet."), code="not_started")
    table = LockedTable(game, seats_of_game(game, now), now)
    outages.catch_up(table)
    return table


def lock_running(game_id: int, now: datetime) -> LockedTable:
    """Return the locked table of a running game, or raise `Refused`."""
    table = lock_begun(game_id, now)
    refuse_over(table.game)
    return table


def refuse_over(game: Game) -> None:
    """Raise `Refused` for a game that is over."""
    if game.status != Status.RUNNING:
        raise Refused(_("The game is over."), code="game_over")
