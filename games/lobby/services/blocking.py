"""Separates players who have blocked each other at the tables that have not started."""

from django.db.models import Q

from accounts.models import User
from common.refusals import Refused
from games.lobby.services.seating import leave_table
from games.tables.models import Game, Seat, Status


def separate(user: User, player: User) -> None:
    """Separate two players at the tables that have not started, one transaction a table.

    The player who did not open the table leaves it or declines the invitation; if neither of them
    opened it, the user leaves. No other player could join a table with both (`refuse_blocked`).
    """
    waiting = Game.objects.filter(status=Status.OPEN)
    for member in (user, player):
        waiting = waiting.filter(pk__in=Seat.objects.filter(_held_by(member)).values("game"))
    for game in list(waiting.only("creator")):
        leaving = player if game.creator_id == user.pk else user
        try:
            leave_table(leaving, game.pk, declines=leaving == user)
        except Refused:  # it has started or expired meanwhile
            continue


def _held_by(user: User) -> Q:
    return Q(user=user) | Q(invited=user)
