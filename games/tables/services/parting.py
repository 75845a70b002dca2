"""Players who have blocked each other leave the tables that they wait at together."""

from django.db.models import Q

from accounts.models import User
from accounts.refusals import Refused
from games.tables.models import Game, Seat, Status
from games.tables.services.tables import leave_table


def part(user: User, player: User) -> None:
    """Take two players apart at the tables that have not started, a table at a time.

    The one who did not open the table leaves it or declines the invitation; if neither did,
    the user does. With both of them there, no other player could join
    (`refuse_blocked`).
    """
    waiting = Game.objects.filter(status=Status.OPEN)
    for each in (user, player):
        waiting = waiting.filter(pk__in=Seat.objects.filter(_held_by(each)).values("game"))
    for game in list(waiting.only("creator")):
        leaving = player if game.creator_id == user.pk else user
        try:
            leave_table(leaving, game.pk)
        except Refused:  # it has started or expired meanwhile
            continue


def _held_by(user: User) -> Q:
    return Q(user=user) | Q(invited=user)
