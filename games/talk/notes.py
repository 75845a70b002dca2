"""The private notes of a player about a game."""

from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.tables.models import Seat
from games.tables.seats import seat_of


def keep_notes(user: User, game_id: int, notes: str) -> None:
    """Save the private notes of a player; raises `Refused`."""
    seat = seat_of(user, list(Seat.objects.filter(game=game_id)))
    if len(notes) > 4000:
        raise Refused(_("Notes can have up to 4,000 characters."), 422)
    seat.notes = notes
    seat.save(update_fields=["notes"])
