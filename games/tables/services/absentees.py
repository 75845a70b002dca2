"""Players who have lost a game on time while they were away: no other player waits for them."""

from datetime import datetime, timedelta

from allauth.usersessions.models import UserSession
from django.db.models import Q

from accounts.models import User
from accounts.refusals import Refused
from games.tables.announcements import PlayerAbsent, player_absent
from games.tables.models import Game, Seat, Status
from games.tables.services.seating import leave_table

LATELY = timedelta(hours=1)
"""A user who was on the site this recently did not lose a game by being away."""


def withdraw_late(game_id: int, now: datetime) -> None:
    """Withdraw what waits in the name of the players whose time has just run out in a game.

    `now`: the moment of the sweep that has noted it in their seats.
    """
    ran_out = Q(abandoned_at=now) | Q(dropped_at=now)
    for seat in Seat.objects.filter(ran_out, game=game_id).select_related("user"):
        if seat.user is not None and not _was_here(seat.user, now - LATELY):
            _withdraw(seat.user, now)


def _withdraw(user: User, now: datetime) -> None:
    """Leave the open tables of a user who has lost a game on time and is away; idempotent.

    After the commit of the loss, one transaction a table: a table is never locked with a game that
    has started.
    """
    left = []
    waiting = Game.objects.filter(status=Status.OPEN, seats__user=user)
    for number in list(waiting.order_by("pk").values_list("pk", flat=True)):
        try:
            left.append(leave_table(user, number, now=now))
        except Refused:  # it has started or expired meanwhile
            continue
    player_absent.send(PlayerAbsent(user, left, now))


def _was_here(user: User, since: datetime) -> bool:
    sessions = UserSession.objects.filter(user=user, last_seen_at__gt=since)
    return sessions.exists() or user.seats.filter(seen_at__gt=since).exists()
