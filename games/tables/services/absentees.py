"""Players who have lost a game on time while they were away: no other player waits for them."""

from datetime import datetime, timedelta

from allauth.usersessions.models import UserSession
from django.db.models import Q

from accounts.models import User
from games.tables.announcements import PlayerAbsent, player_absent
from games.tables.models import Seat

LATELY = timedelta(hours=1)
"""A user who was on the site this recently did not lose a game by being away."""


def announce_absent(game_id: int, now: datetime) -> None:
    """Announce the players whose time has just run out in a game while they were away.

    `now`: the moment of the sweep that has noted it in their seats.
    """
    ran_out = Q(abandoned_at=now) | Q(dropped_at=now)
    for seat in Seat.objects.filter(ran_out, game=game_id).select_related("user"):
        if seat.user is not None and not _was_here(seat.user, now - LATELY):
            player_absent.send(PlayerAbsent(seat.user, now))


def _was_here(user: User, since: datetime) -> bool:
    sessions = UserSession.objects.filter(user=user, last_seen_at__gt=since)
    return sessions.exists() or user.seats.filter(seen_at__gt=since).exists()
