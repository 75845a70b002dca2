"""Queries: the open tables that a user may join."""

from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.expressions import Combinable
from django.utils import timezone

from accounts.models import Absence, Block
from games.tables.models import Access, Game, Seat, Status
from games.tables.selectors import SEATS


def lobby(user: Any) -> QuerySet[Game]:
    """Return the open tables that a user, or a visitor, may join."""
    return open_tables(id_of(user), timezone.now())


def id_of(user: Any) -> int:
    """Return the id of a user; 0, which is no user's, for a visitor."""
    return user.pk if user is not None and user.is_authenticated else 0


def open_tables(user: int | Combinable, now: datetime | Combinable) -> QuerySet[Game]:
    """Return the tables in the lobby with a free seat, without those of the user with this id.

    Tables of blocked or inactive players are left out, as are those with a player on vacation and
    live ones whose creators are in another live game.
    """
    games = Game.objects.filter(status=Status.OPEN, access=Access.OPEN, creator__is_active=True)
    away = Absence.objects.filter(user__seats__game=OuterRef("pk"), start__lte=now, end__gt=now)
    busy = Seat.objects.filter(
        user=OuterRef("creator"), game__status=Status.RUNNING, game__live=True
    )
    games = games.exclude(Exists(away), live=False, pace__isnull=False)
    games = games.exclude(Exists(busy), live=True)
    seats = Seat.objects.filter(game=OuterRef("pk"))
    free = games.filter(Exists(seats.filter(user=None, bot="", invited=None)))
    blocked = Block.objects.filter(user=user).values("blocked")
    blocking = Block.objects.filter(blocked=user).values("user")
    avoided = Q(user=user) | Q(user__in=blocked) | Q(user__in=blocking)
    free = free.filter(~Exists(seats.filter(avoided)))
    return free.select_related("creator").order_by("-created_at").prefetch_related(SEATS)
