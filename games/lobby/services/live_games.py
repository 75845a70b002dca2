"""Players who are in a live game, and so have no time for another one."""

from collections.abc import Iterable

from accounts.models import User
from games.tables.models import Seat, Status


def lock_players(users: Iterable[int]) -> None:
    """Lock the rows of users in the order of their ids, so that no two games start at once."""
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=set(users)).order_by("pk")
    list(rows.values_list("pk"))


def playing_live(users: Iterable[int]) -> set[int]:
    """Return which of some users, by their ids, are playing a live game."""
    seats = Seat.objects.filter(user__in=list(users), game__status=Status.RUNNING, game__live=True)
    return set(seats.values_list("user_id", flat=True))
