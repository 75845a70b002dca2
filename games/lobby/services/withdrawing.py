"""Leaving all open tables of a user: when the user is away, or closes the account."""

from datetime import datetime

from django.db.models import Q

from accounts.models import User
from common.refusals import Refused
from games.lobby.services import seating
from games.tables.models import Game, Seat, Status


def withdraw(user: User, now: datetime) -> list[Game]:
    """Leave the open tables of a user who is away; return those that were left. Idempotent.

    One transaction a table: a table is never locked with a game that has started.
    """
    left = []
    waiting = Game.objects.filter(status=Status.OPEN, seats__user=user)
    for number in list(waiting.order_by("pk").values_list("pk", flat=True)):
        try:
            left.append(seating.leave_table(user, number, now=now))
        except Refused:  # it has started or expired meanwhile
            continue
    return left


def leave_all(user: User) -> None:
    """Leave the tables that have not started, and decline all invitations."""
    mine = Q(seats__user=user) | Q(seats__invited=user) | Q(creator=user)
    waiting = Game.objects.filter(mine, status=Status.OPEN).distinct()
    for game_id in list(waiting.values_list("pk", flat=True)):
        try:
            seating.leave_table(user, game_id)
        except Refused:  # an expired table is closed by its task; one that has started stays
            seats = Seat.objects.filter(user=user, game=game_id, game__status=Status.OPEN)
            seats.update(user=None)
