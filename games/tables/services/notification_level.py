"""The notification level of a game for one of its players."""

from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.tables.models import NotificationLevel, Seat


def set_notification_level(user: User, game_id: int, level: str) -> None:
    """Make the notifications of a game mute, normal or urgent; raises `Refused`: 403, 422."""
    if level not in NotificationLevel.values:
        raise Refused(_("Notifications are mute, normal or urgent."), 422)
    if not Seat.objects.filter(game=game_id, user=user).update(notifications=level):
        raise Refused(_("You are not playing at this table."), 403, code="not_playing")
