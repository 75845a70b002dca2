"""How much a game may nudge a player."""

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Refused
from games.tables.models import Nudging, Seat


def set_nudging(user: User, game_id: int, nudges: str) -> None:
    """Mute the nudges of a game, or make them normal or urgent; raises `Refused`: 403, 422."""
    if nudges not in Nudging.values:
        raise Refused(_("Nudges are mute, normal or urgent."), 422)
    if not Seat.objects.filter(game=game_id, user=user).update(nudges=nudges):
        raise Refused(_("You do not play at this table."), 403)
