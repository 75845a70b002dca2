"""Looks of players at their tables."""

from datetime import datetime, timedelta

from django.utils import timezone

from games.tables.models import Game, Seat
from games.tables.timekeeping import gathering
from games.tables.timekeeping.clocks import CLOCK_FIELDS

OFTEN = timedelta(seconds=10)


def mark_seen(seat: Seat, game: Game, now: datetime | None = None) -> None:
    """Record that the player of a seat, or its invited player, looks at the table as in `game`.

    A look is recorded even without new moves, but not within `OFTEN` of the one before. It can
    start the clocks of a live game; `game` is then refreshed.
    """
    now = now or timezone.now()
    is_recorded = (
        seat.seen_seq == game.seq and seat.seen_at is not None and now - seat.seen_at < OFTEN
    )
    if not is_recorded:
        looks = Seat.objects.filter(pk=seat.pk, seen_seq__lte=game.seq)
        looks.update(seen_seq=game.seq, seen_at=now)
    if game.gathering and gathering.arrived(game.pk, seat, now):
        game.refresh_from_db(fields=[*CLOCK_FIELDS, "paused_until", "gathering", "version"])
