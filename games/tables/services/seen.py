"""What a player has looked at."""

from datetime import datetime

from django.utils import timezone

from games.tables.models import Game, Seat
from games.tables.timekeeping import gathering
from games.tables.timekeeping.clocks import CLOCK_FIELDS


def mark_seen(seat: Seat, game: Game, now: datetime | None = None) -> None:
    """Remember that somebody looks at the table as `game` says it is.

    The seat is the player's, or the one that is kept for them. Every look is written down, also
    if nothing has changed: there is more to see than moves. The clocks of a live game may start
    by it; `game` is read again then.
    """
    now = now or timezone.now()
    Seat.objects.filter(pk=seat.pk, seen_seq__lte=game.seq).update(seen_seq=game.seq, seen_at=now)
    if game.gathering and gathering.arrived(game.pk, seat, now):
        game.refresh_from_db(fields=[*CLOCK_FIELDS, "paused_until", "gathering", "version"])
